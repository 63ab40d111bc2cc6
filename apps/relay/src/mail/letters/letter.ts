import type { Role } from '@hornets/contract/admin/auth'

/** The content of a mail, before formatting as text and HTML. */
export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** On its own line after the first paragraph: a code or a link. */
  readonly highlight?: string
  /** The button's text if the highlight is a link. */
  readonly call?: string
}

export type AccountChange = 'password' | 'twoFactorOn' | 'twoFactorOff' | 'recoveryCodes' | 'email' | 'role' | 'removed'

/** A password change does not help here; the recipient should ask an owner. */
export const isByOwner = (what: AccountChange): boolean => what === 'role' || what === 'removed'

/** All mails in one language, exported as `letters`. `relay` is the relay's name. */
export interface Letters {
  readonly recovery: (facts: { relay: string; code: string; address: string }) => Letter
  readonly verification: (facts: { relay: string; code: string }) => Letter
  readonly newSignIn: (facts: { relay: string; at: string; address: string; userAgent: string }) => Letter
  readonly changed: (facts: { relay: string; what: AccountChange; at: string }) => Letter
  readonly invitation: (facts: { relay: string; role: Role; link: string; until: string }) => Letter
}
