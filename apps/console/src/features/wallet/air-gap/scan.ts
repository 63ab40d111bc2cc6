import { signedOfUr } from './psbt-ur.ts'
import { descriptorOfUr } from './ur/account-ur.ts'
import { type Ur, UrDecoder } from './ur/ur-decoder.ts'

export type Sought = 'signed' | 'account' | 'payment'

export type ScanState =
  | { readonly kind: 'looking' }
  /** Some parts of an animated code were read. */
  | { readonly kind: 'parts'; readonly done: number; readonly count: number }
  | { readonly kind: 'found'; readonly text: string }
  /** Another kind of code: scanning continues. */
  | { readonly kind: 'other' }

const readers: Record<Sought, (ur: Ur) => string | null> = {
  signed: signedOfUr,
  account: descriptorOfUr,
  payment: () => null,
}
/** Plain text in a single code: base64 or hex of a PSBT, a transaction in hex; a descriptor or a key. */
const plain: Record<Sought, RegExp> = {
  signed: /^(cHNidP[A-Za-z0-9+/=]+|70736274ff[\da-f]+|0[12]000000[\da-f]+)$/i,
  // The address itself is checked where it is entered.
  payment: /^(?!ur:)./i,
  account: /^(\[[\da-f]{8}[/\dhH']*\])?([xtzvZV]pub|wpkh\(|wsh\(|tr\()/,
}

export class Scan {
  readonly #sought: Sought
  #decoder = new UrDecoder()

  constructor(sought: Sought) {
    this.#sought = sought
  }

  take(text: string): ScanState {
    const given = text.trim()
    if (plain[this.#sought].test(given)) return { kind: 'found', text: given }
    if (!/^ur:/i.test(given)) return { kind: 'other' }
    if (!this.#decoder.take(given)) {
      // Another animation: starts over.
      this.#decoder = new UrDecoder()
      if (!this.#decoder.take(given)) return { kind: 'other' }
    }
    const { result, progress } = this.#decoder
    if (!result) return { kind: 'parts', ...progress }
    const found = readers[this.#sought](result)
    this.#decoder = new UrDecoder()
    return found === null ? { kind: 'other' } : { kind: 'found', text: found }
  }
}
