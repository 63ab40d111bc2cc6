import type { send } from '../calls/transport.ts'

/** Deployed servers of the family that speak otherwise, by the month of their release. */
export type Dialect = '2025-05' | '2026-04'

export interface OtherServer {
  /** Translates our calls; refuses those that the server does not have, without sending anything. */
  readonly send: typeof send
  /** Calls as `GET /api/kinds`, pages as `/wallet`, and parts of pages. */
  readonly offers: ReadonlySet<string>
  /** Calls back every 30 seconds, since it does not report changes. Returns a function that ends it. */
  readonly poll: (readAgain: () => void) => () => void
}

export interface FamilySignIn {
  readonly token: string
  readonly user: { readonly id: number; readonly npub: string }
}
