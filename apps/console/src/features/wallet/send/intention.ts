/** Remembers under which key a payment is being tried. */
export interface Intention {
  /** The key of this payment: the same for the same payment, a new one for another. */
  keyFor(payment: unknown): string
  /** An answer has come, good or bad: whatever is sent next is a new intention. */
  settle(): void
}

/** An intention to pay keeps its key over every try until an answer has come, so that no try pays twice. */
export function startIntention(makeKey: () => string = randomKey): Intention {
  let known: { payment: string; key: string } | undefined
  return {
    keyFor(payment) {
      const text = JSON.stringify(payment)
      if (known?.payment !== text) known = { payment: text, key: makeKey() }
      return known.key
    },
    settle() {
      known = undefined
    },
  }
}

/** 128 random bits. `crypto.randomUUID` is missing where the console is opened over plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
