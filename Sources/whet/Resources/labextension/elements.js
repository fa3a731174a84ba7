// Parts of which views that are touched are made.

/** An element with properties and children; properties with a dash are attributes. */
export const element = (name, properties = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children);
  return node;
};

export const button = (text, title, action) =>
  element("button", { type: "button", textContent: text, title, onclick: action });
