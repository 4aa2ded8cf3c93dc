// The numbers of the kernel: whole, never rounded. Where a number would lose a digit, the play ends by name.
const NOTHING = -1;
const STOP = -1;
const FINAL = -1;

// A step that cannot be carried out: a mistake in the rules, never in the move.
class Fault extends Error {
  constructor(property, subject, value) {
    super(`${property}: ${subject} ${value}`);
    this.property = property;
    this.subject = subject;
    this.value = value;
  }
}

function exact(number) {
  if (!Number.isSafeInteger(number)) throw new Fault("numbers", "beyond 2^53", number);
  // There is one zero.
  return number + 0;
}

// What is left of a division rounded down; by zero it is 0.
function remainder(left, right) {
  if (right === 0) return 0;
  const rest = left % right;
  return rest !== 0 && (rest < 0) !== (right < 0) ? rest + right : rest + 0;
}

const ARITHMETIC = {
  "+": (left, right) => exact(left + right),
  "-": (left, right) => exact(left - right),
  "*": (left, right) => exact(left * right),
  "/": (left, right) => (right === 0 ? 0 : exact((left - remainder(left, right)) / right)),
  "%": remainder,
  min: (left, right) => (left < right ? left : right),
  max: (left, right) => (left > right ? left : right),
};

const COMPARED = {
  "=": (left, right) => (left === right ? 1 : 0),
  "!=": (left, right) => (left !== right ? 1 : 0),
  "<": (left, right) => (left < right ? 1 : 0),
  "<=": (left, right) => (left <= right ? 1 : 0),
  ">": (left, right) => (left > right ? 1 : 0),
  ">=": (left, right) => (left >= right ? 1 : 0),
};

// What a clause of a definition does to the value so far.
const WORKED_OUT = { add: "+", subtract: "-", multiply: "*", "at-least": "max", "at-most": "min" };

function stepped(op, value, by) {
  return op === "require" ? (value && by ? 1 : 0) : ARITHMETIC[WORKED_OUT[op]](value, by);
}

const rising = (left, right) => left - right;
