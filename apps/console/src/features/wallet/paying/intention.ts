/** Remembers the key of the payment being tried. */
export interface Intention {
  /** The same key for the same payment, a new one for another. */
  keyFor(payment: unknown): string
  /** It was tried under its key without an answer. */
  wasTried(payment: unknown): boolean
  /** An answer arrived, good or bad: the next payment is a new intention. */
  settle(): void
}

interface Tried {
  readonly payment: unknown
  readonly key: string
}

/**
 * An intention to pay keeps its key over all tries until an answer arrives, so that none pays twice.
 * @param before the last try without an answer
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

/** 128 random bits. `crypto.randomUUID` is missing over plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
