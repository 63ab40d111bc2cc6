/** Remembers the key of the payment being tried. */
export interface Intention {
  /** The same key for the same payment, a new one for another. */
  keyFor(payment: unknown): string
  /** It was tried under its key without an answer. */
  wasTried(payment: unknown): boolean
  /**
   * An answer arrived, good or bad: the next payment is a new intention.
   * @param isFailed the wallet answered that nothing was paid, and keeps this answer under the key
   */
  settle(isFailed?: boolean): void
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

/**
 * An intention whose keys are known before: `key`, and `key.2`, `key.3`, … for further attempts. A new one is used only
 * after the wallet has answered that nothing was paid under the last; until then another amount or fee goes out under the
 * same key too, so that the wallet refuses it if it has paid already.
 * @param before the last try without an answer, if it is one of this intention
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
