// Drawings of the kernel as parts of the page: a copy of which only what is permitted is left, in the colours of the page's theme.

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** What a drawing may consist of, and which attributes its elements may have. Everything else is left out. */
const COMMON = ["class", "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linejoin",
  "stroke-linecap", "opacity", "transform"];
const PERMITTED = {
  svg: ["width", "height", "viewBox", "y", "role", "aria-label"],
  g: [], path: ["d"], title: [], desc: [],
  rect: ["x", "y", "width", "height", "rx"],
  circle: ["cx", "cy", "r"],
  text: ["x", "y", "font-size", "font-weight", "text-anchor"],
  image: ["x", "y", "width", "height"],
};
/** Greys are the page's text colour, laid on more or less thinly. */
export const GREYS = { "whet-text": 1, "whet-muted": 0.7, "whet-axis": 0.45, "whet-grid": 0.13 };

export const drawn = (name, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

/** The colours for dark pages by class: .whet-1-s{stroke:#ff9447}. */
export const darkColours = (sheet) =>
  new Map([...sheet.matchAll(/\.(whet-[\w-]+)\{(fill|stroke):(#[0-9a-f]{6})\}/g)].map(([, name, property, colour]) => [name, [property, colour]]));

/** Gives an element the colours of the page's theme. */
const colour = (node, dark) => {
  const name = node.getAttribute("class") ?? "";
  const [property, value] = dark.get(name) ?? [];
  if (!property) return;
  const grey = GREYS[name.slice(0, -2)];
  const cover = name.startsWith("whet-grid") ? 1 : Number(node.getAttribute(`${property}-opacity`) ?? 1);
  if (grey) {
    node.style[property] = "currentColor";
    node.style[`${property}Opacity`] = grey * cover;
  } else if (/^#[0-9a-f]{6}$/.test(node.getAttribute(property))) {
    node.style[property] = `light-dark(${node.getAttribute(property)}, ${value})`;
  }
};

/** A copy of a drawing of which only what is permitted is left; null for what is no drawing. */
export const copy = (source, dark) => {
  const attributes = PERMITTED[source.localName];
  if (!attributes || source.namespaceURI !== SVG) return null;
  const node = document.createElementNS(SVG, source.localName);
  for (const { name, value } of source.attributes) {
    if (attributes.includes(name) || COMMON.includes(name)) node.setAttribute(name, value);
  }
  if (source.localName === "image") {
    const address = source.getAttributeNS(XLINK, "href") ?? "";
    if (!address.startsWith("data:image/")) return null;
    node.setAttribute("href", address);
  }
  for (const child of source.childNodes) {
    const part = child.nodeType === Node.TEXT_NODE ? child.data : child.nodeType === Node.ELEMENT_NODE ? copy(child, dark) : null;
    if (part) node.append(part);
  }
  colour(node, dark);
  return node;
};

/** The text of an image's drawing. */
export const source = (image) => {
  const [, data] = /^data:image\/svg\+xml;base64,(.*)$/s.exec(image.src) ?? [];
  return data && new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
};

/** A curve, a band or a sign, and where it lies in the whole chart. */
export class Shape {
  constructor(node) {
    this.node = node;
    if (node.localName === "circle") this.centre = ["cx", "cy"].map((name) => Number(node.getAttribute(name)));
    else {
      this.outline = node.getAttribute("d") ?? "";
      const points = [...this.outline.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      const isSign = this.outline.endsWith("Z") && points.length <= 4 && Math.max(...xs) - Math.min(...xs) < 12 && Math.max(...ys) - Math.min(...ys) < 12;
      if (isSign) this.centre = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    }
  }

  reset() {
    if (this.centre) this.node.removeAttribute("transform");
    else this.node.setAttribute("d", this.outline);
  }

  place(across, down) {
    if (this.centre) {
      const [x, y] = this.centre;
      this.node.setAttribute("transform", `translate(${across(x) - x} ${down(y) - y})`);
    } else {
      const outline = this.outline.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${across(Number(x)).toFixed(1)} ${down(Number(y)).toFixed(1)}`);
      this.node.setAttribute("d", outline);
    }
  }
}
