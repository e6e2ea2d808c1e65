// What is said of a cube that has been read and is not certain: what to do, and why.

// With more faults and doubtful stickers than this it is not some stickers that are wrong.
const MOST_FAULTS = 3;
const MOST_DOUBTS = 3;
const OTHER_CUBE = "Was a layer turned in between, or is a face of another cube?";

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Returns an order, such as "Show the blue face again", and the reasons in sentences. `advice` is the
// server's; `remedy` is a sentence with what can be done in place of the order.
export function readingWords(reading, advice, remedy) {
  const [order, ...reasons] = advice.split(": ");
  const why = capital(reasons.join(": "));
  const isFaulty = reading.faults.length > MOST_FAULTS;
  if (isFaulty && reading.ambiguous.length > MOST_DOUBTS) {
    const again = order.charAt(0).toLowerCase() + order.slice(1);
    return { order: `These faces do not fit one cube: start over, or ${again}`, why: `${OTHER_CUBE} ${why}` };
  }
  const faults = (isFaulty ? [] : reading.faults).map((fault) => `As seen, ${fault}.`);
  return { order: capital(order), why: [why, remedy, ...faults].join(" ").trim() };
}
