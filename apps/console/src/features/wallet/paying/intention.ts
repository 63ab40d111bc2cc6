/** Remembers under which key a payment is being tried. */
export interface Intention {
  /** The key of this payment: the same for the same payment, a new one for another. */
  keyFor(payment: unknown): string
  /** It has been tried under its key, and no answer has come. */
  wasTried(payment: unknown): boolean
  /** An answer has come, good or bad: whatever is sent next is a new intention. */
  settle(): void
}

interface Tried {
  readonly payment: unknown
  readonly key: string
}

/**
 * An intention to pay keeps its key over every try until an answer has come, so that no try pays twice.
 * @param before what was tried last and is without an answer
 */
export function startIntention(before?: Tried, makeKey: () => string = randomKey): Intention {
  let known = before && { payment: JSON.stringify(before.payment), key: before.key }
  return {
    keyFor(payment) {
      const text = JSON.stringify(payment)
      if (known?.payment !== text) known = { payment: text, key: makeKey() }
      return known.key
    },
    wasTried: payment => known?.payment === JSON.stringify(payment),
    settle() {
      known = undefined
    },
  }
}

/** 128 random bits. `crypto.randomUUID` is missing where the console is opened over plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
