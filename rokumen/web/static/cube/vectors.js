// Points and directions as arrays of three numbers.

// The directions of x, y and z.
export const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
// Plain formulas, since pictures take thousands of them for each frame.
export function sum(...vectors) {
  let [x, y, z] = vectors[0];
  for (let i = 1; i < vectors.length; i += 1) {
    x += vectors[i][0];
    y += vectors[i][1];
    z += vectors[i][2];
  }
  return [x, y, z];
}
export const difference = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, factor) => [factor * a[0], factor * a[1], factor * a[2]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
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
