// Vectors of three numbers.

export const dot = (one, other) => one.reduce((total, value, i) => total + value * other[i], 0);
export const scaled = (vector, factor) => vector.map((value) => factor * value);
export const sum = (...vectors) => vectors[0].map((_, i) => vectors.reduce((all, each) => all + each[i], 0));
export const distance = (one, other) => Math.hypot(...one.map((value, i) => value - other[i]));

// Returns a vector rotated about an axis (0, 1, 2), in radians, anticlockwise as seen from its end.
export function rotated(vector, axis, angle) {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [one, other] = [(axis + 1) % 3, (axis + 2) % 3];
  const result = [...vector];
  result[one] = vector[one] * cosine - vector[other] * sine;
  result[other] = vector[one] * sine + vector[other] * cosine;
  return result;
}
