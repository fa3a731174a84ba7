// The numbers of a chart, and its axes: from values to places and back, and the round numbers along them.

/** Checks the numbers that a chart carries; null where they are not what they should be. */
export const chartData = (text) => {
  try {
    const data = JSON.parse(text);
    const isAxis = (axis) => ["start", "end", "low", "high"].every((key) => Number.isFinite(axis[key])) && axis.low < axis.high;
    const isCurve = ({ panel, values }) => data.panels[panel] && values.length === data.places.length;
    return isAxis(data.x) && data.panels.every(isAxis) && data.places.every(Number.isFinite) && data.curves.every(isCurve) ? data : null;
  } catch {
    return null;
  }
};

const level = ({ isLogarithmic }, value) => (isLogarithmic ? Math.log10(value) : value);
export const position = (axis, value) => {
  const [low, high] = [level(axis, axis.low), level(axis, axis.high)];
  return axis.start + ((level(axis, value) - low) / (high - low)) * (axis.end - axis.start);
};
export const valueAt = (axis, pixel) => {
  const [low, high] = [level(axis, axis.low), level(axis, axis.high)];
  const value = low + ((pixel - axis.start) / (axis.end - axis.start)) * (high - low);
  return axis.isLogarithmic ? 10 ** value : value;
};
/** Round numbers along an axis. */
export const ticks = (axis, count, isWhole) => {
  if (axis.isLogarithmic) {
    const [from, to] = [Math.floor(Math.log10(axis.low)), Math.ceil(Math.log10(axis.high))];
    const all = (digits) => Array.from({ length: to - from + 1 }, (_, place) => from + place)
      .flatMap((power) => digits.map((digit) => digit * 10 ** power)).filter((value) => value >= axis.low && value <= axis.high);
    if (all([1]).length >= 3) return all([1]);
    if (all([1, 2, 5]).length >= 2) return all([1, 2, 5]);
  }
  const raw = (axis.high - axis.low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max([1, 2, 5, 10].find((digit) => digit * power >= raw * 0.75) * power, isWhole ? 1 : 0);
  const first = Math.ceil(axis.low / step - 1e-9);
  return Array.from({ length: Math.floor(axis.high / step + 1e-9) - first + 1 }, (_, place) => (first + place) * step);
};
export const label = (value, all) => {
  const step = all.length > 1 ? Math.min(...all.slice(1).map((next, place) => next - all[place])) : Math.abs(value) || 1;
  if (Math.abs(value) >= 1e7 || (value !== 0 && step < 1e-6)) return value.toExponential(2).replace("e+", "e");
  const places = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
  return value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: places === 0 });
};
