import type { Role } from '@hornets/contract/admin/auth'

/** What is said in a mail, before it is set in text and HTML. */
export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Set on a line of its own after the first paragraph: a code to type, or a link. */
  readonly highlight?: string
  /** Where the highlight is a link: what its button says. */
  readonly call?: string
}

export type AccountChange = 'password' | 'twoFactorOn' | 'twoFactorOff' | 'recoveryCodes' | 'email' | 'role' | 'removed'

/** Then no other password helps: whoever did not expect it asks an owner. */
export const isByOwner = (what: AccountChange): boolean => what === 'role' || what === 'removed'

/** Every mail that the relay writes, in one language: what a file here exports as `letters`. `relay` is its name. */
export interface Letters {
  readonly recovery: (facts: { relay: string; code: string; address: string }) => Letter
  readonly verification: (facts: { relay: string; code: string }) => Letter
  readonly newSignIn: (facts: { relay: string; at: string; address: string; userAgent: string }) => Letter
  readonly changed: (facts: { relay: string; what: AccountChange; at: string }) => Letter
  readonly invitation: (facts: { relay: string; role: Role; link: string; until: string }) => Letter
}
