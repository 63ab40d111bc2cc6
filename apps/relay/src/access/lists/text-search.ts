/** One text that is looked for; `isWhole`: only as a whole word or phrase. Both in searchable form. */
export interface Wanted {
  readonly text: string
  readonly isWhole: boolean
}

const wordSign = /[\p{L}\p{N}\p{M}_]/u
const root = 0
const none = -1

/** One form for all spellings of a text: compatibility forms (NFKC) and case do not matter. */
export const searchable = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Aho–Corasick: one pass however many texts. Shared classes and flat arrays: ten thousand fit a few megabytes. */
export class TextSearch {
  readonly #wanted: readonly Wanted[]
  readonly #classOf = new Uint16Array(65_536)
  readonly #classes: number
  /** Open addressing: state and class to the next state. */
  readonly #keys: Float64Array
  readonly #next: Int32Array
  readonly #mask: number
  readonly #fail: Int32Array
  /** The nearest state on the way of failures, this one included, at which something ends. */
  readonly #ends: Int32Array
  readonly #found: ReadonlyMap<number, readonly number[]>

  constructor(wanted: readonly Wanted[]) {
    this.#wanted = wanted
    const length = wanted.reduce((sum, { text }) => sum + text.length, 0)
    let slots = 16
    while (slots < (length + 1) * 2) slots *= 2
    this.#mask = slots - 1
    this.#keys = new Float64Array(slots).fill(none)
    this.#next = new Int32Array(slots)
    this.#classes = this.#classify()
    const { order, parents, states, found } = this.#plant()
    this.#found = found
    this.#fail = new Int32Array(states)
    this.#ends = new Int32Array(states).fill(none)
    this.#link(order, parents)
  }

  find(text: string, accepts: (index: number) => boolean): number {
    if (this.#wanted.length === 0) return none
    let state = root
    for (let at = 0; at < text.length; at += 1) {
      const sign = this.#classOf[text.charCodeAt(at)] as number
      state = sign === 0 ? root : this.#step(state, sign)
      let end = this.#ends[state] as number
      while (end !== none) {
        for (const index of this.#found.get(end) ?? []) {
          const { text: found, isWhole } = this.#wanted[index] as Wanted
          if ((!isWhole || isAlone(text, at + 1 - found.length, at + 1)) && accepts(index)) return index
        }
        end = end === root ? none : (this.#ends[this.#fail[end] as number] as number)
      }
    }
    return none
  }

  #classify(): number {
    let classes = 1
    for (const { text } of this.#wanted)
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        if (this.#classOf[code] === 0) this.#classOf[code] = classes++
      }
    return classes
  }

  /** The tree of all texts: each state's parent and class, in the order of their depth. */
  #plant() {
    const parents: { parent: number; sign: number; depth: number }[] = [{ parent: root, sign: 0, depth: 0 }]
    const found = new Map<number, number[]>()
    for (const [index, { text }] of this.#wanted.entries()) {
      let state = root
      for (let at = 0; at < text.length; at += 1) {
        const sign = this.#classOf[text.charCodeAt(at)] as number
        const slot = this.#slotOf(state, sign)
        if (this.#keys[slot] === none) {
          this.#keys[slot] = state * this.#classes + sign
          this.#next[slot] = parents.length
          parents.push({ parent: state, sign, depth: at + 1 })
        }
        state = this.#next[slot] as number
      }
      if (state !== root) found.set(state, [...(found.get(state) ?? []), index])
    }
    const order = parents.map((_, state) => state).sort((one, other) => depthOf(parents, one) - depthOf(parents, other))
    return { order, parents, states: parents.length, found }
  }

  #link(order: readonly number[], parents: readonly { parent: number; sign: number }[]): void {
    for (const state of order) {
      if (state === root) continue
      const { parent, sign } = parents[state] as { parent: number; sign: number }
      const fail = parent === root ? root : this.#step(this.#fail[parent] as number, sign)
      this.#fail[state] = fail
      this.#ends[state] = this.#found.has(state) ? state : (this.#ends[fail] as number)
    }
  }

  #step(from: number, sign: number): number {
    let state = from
    for (;;) {
      const slot = this.#slotOf(state, sign)
      if (this.#keys[slot] !== none) return this.#next[slot] as number
      if (state === root) return root
      state = this.#fail[state] as number
    }
  }

  #slotOf(state: number, sign: number): number {
    const key = state * this.#classes + sign
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(sign, 0x85ebca6b)) & this.#mask
    while (this.#keys[slot] !== none && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask
    return slot
  }
}

const depthOf = (states: readonly { depth: number }[], state: number) => states[state]?.depth ?? 0

/** Whether no word goes on beyond either end. */
function isAlone(text: string, start: number, end: number): boolean {
  const isJoined = (one: string, other: string) => wordSign.test(one) && wordSign.test(other)
  const first = signAt(text, start)
  const last = signBefore(text, end)
  return !isJoined(first, signBefore(text, start)) && !isJoined(last, signAt(text, end))
}

const signAt = (text: string, at: number) => (at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '')

function signBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const isPair = at > 1 && /[\udc00-\udfff]/.test(text.charAt(at - 1))
  return isPair ? text.slice(at - 2, at) : text.charAt(at - 1)
}
