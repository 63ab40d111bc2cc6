/** Remembers the key of the payment being tried. */
export interface Intention {
  keyFor(payment: unknown): string
  /** It was tried under its key without an answer. */
  wasTried(payment: unknown): boolean
  /**
   * The next payment is a new intention. `isFailed`: nothing was paid, and the wallet keeps this answer under the key.
   */
  settle(isFailed?: boolean): void
}

interface Tried {
  readonly payment: unknown
  readonly key: string
}

/** Keeps its key over all tries until an answer arrives, so that none pays twice. `before`: the last try. */
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

/**
 * Keys `key`, `key.2`, …; a new one only after the wallet said that nothing was paid: until then it refuses a second
 * payment.
 */
export function preparedIntention(key: string, before?: Tried): Intention {
  let attempt = before && isOfIntention(before.key, key) ? Number(before.key.slice(key.length + 1) || 1) : 1
  let tried = before && isOfIntention(before.key, key) ? JSON.stringify(before.payment) : undefined
  return {
    keyFor(payment) {
      tried = JSON.stringify(payment)
      return attempt === 1 ? key : `${key}.${attempt}`
    },
    wasTried: payment => tried === JSON.stringify(payment),
    settle(isFailed = false) {
      tried = undefined
      if (isFailed) attempt++
    },
  }
}

/** Whether a key is that of an attempt at an intention. */
export const isOfIntention = (key: string, intention: string): boolean =>
  key === intention || (key.startsWith(`${intention}.`) && /^\d+$/.test(key.slice(intention.length + 1)))

/** 128 random bits. `crypto.randomUUID` is missing over plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
