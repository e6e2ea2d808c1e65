// Points and directions as arrays of three numbers.

// The directions of x, y and z.
export const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const sum = (...vectors) => vectors[0].map((_, i) => vectors.reduce((all, each) => all + each[i], 0));
export const difference = (one, other) => one.map((value, i) => value - other[i]);
export const scaled = (vector, factor) => vector.map((value) => factor * value);
export const dot = (one, other) => one.reduce((total, value, i) => total + value * other[i], 0);
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (vector) => Math.hypot(...vector);
export const distance = (one, other) => length(difference(one, other));
export const unit = (vector) => scaled(vector, 1 / length(vector));
export const mean = (points) => scaled(sum(...points), 1 / points.length);

// Returns a vector rotated right-handed about a unit axis through the origin, by radians.
export function rotated(vector, axis, angle) {
  const along = scaled(axis, dot(axis, vector));
  const across = difference(vector, along);
  return sum(along, scaled(across, Math.cos(angle)), scaled(cross(axis, across), Math.sin(angle)));
}

// Returns the component of a vector perpendicular to a unit normal.
export const projectedOntoPlane = (vector, normal) => difference(vector, scaled(normal, dot(vector, normal)));
