import type { Role } from '@hornets/contract/admin/accounts/auth'
import type { AlertMetric } from '@hornets/contract/admin/operation/alerts'

export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** On its own line after the first paragraph: a code or a link. */
  readonly highlight?: string
  /** The button's text if the highlight is a link. */
  readonly call?: string
  /** Ends these mails for good. */
  readonly stop?: { readonly words: string; readonly url: string }
}

export type WalletChange = 'walletApproval' | 'walletWords' | 'walletOperators' | 'walletLimits'
export type AccountChange =
  | 'password'
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'recoveryCodes'
  | 'email'
  | 'role'
  | 'removed'
  | WalletChange

/** A password change does not help here; the recipient should ask an owner. */
export const isOfWallet = (what: AccountChange): what is WalletChange => what.startsWith('wallet')

export const isByOwner = (what: AccountChange): boolean => what === 'role' || what === 'removed'

/** What admins are told of on any channel; amounts and times are already written out. */
export type NoticeFacts =
  | {
      readonly kind: 'payments'
      readonly what: 'credited' | 'reversed'
      /** Satoshis. */
      readonly sats: string
      readonly tier: string
      readonly isNew: boolean
      readonly from: string
    }
  | { readonly kind: 'reports'; readonly type: string; readonly reporters: number; readonly of: Reported }
  | ({ readonly kind: 'health'; readonly isOver: boolean } & HealthFacts)
  | ({ readonly kind: 'security'; readonly at: string } & SecurityFacts)

export type Reported = 'event' | 'file' | 'key'

export type HealthFacts =
  | { readonly what: 'disk_low' | 'disk_full' | 'disk_fills' | 'disk_fills_soon'; readonly free: string }
  /** `file`: of a certificate, its host. */
  | { readonly what: 'database_damaged' | 'certificate_ends' | 'certificate_ended'; readonly file: string }
  /** `file`: the new version; `version`: the one that runs. */
  | { readonly what: 'version_out' | 'restart_due'; readonly file: string; readonly version: string }
  | AlertFacts
  | { readonly what: PlainMatter }

/** A rule of the operator's own. Numbers as they are written in the language. */
export interface AlertFacts {
  readonly what: 'alert' | 'alert_urgent'
  readonly metric: AlertMetric
  readonly threshold: string
  readonly value: string
}

export type PlainMatter =
  | 'events_full'
  | 'files_damaged'
  | 'store_away'
  | 'sale_blocked'
  | 'payment_unassigned'
  | 'wallet_away'
  | 'wallet_behind'
  | 'mail_failing'
  | 'judge_failing'
  | 'backup_old'
  | 'backup_failed'
  | 'restore_test_failed'
  | 'round_failed'
  | 'round_late'

export type SecurityFacts =
  | { readonly what: 'newSignIn'; readonly address: string }
  | { readonly what: 'deviceAdded' | 'webhookAdded'; readonly name: string }
  | { readonly what: AccountChange }

export interface NoticeWords {
  readonly headline: string
  readonly detail: string
}

export interface NoticeLetters {
  readonly words: (facts: NoticeFacts) => NoticeWords
  readonly several: (facts: { relay: string; count: string }) => string
  readonly more: (facts: { count: string }) => string
  readonly test: (facts: { relay: string }) => NoticeWords
  readonly letter: (facts: {
    relay: string
    title: string
    paragraphs: readonly string[]
    url: string | undefined
  }) => Letter
}

/** What a reminder of the end of a subscription says; days and amounts are already written out. */
export interface ReminderFacts {
  readonly relay: string
  readonly tier: string
  readonly day: string
  readonly isOver: boolean
  /** The day until which an ended subscription can still write; undefined if it no longer can. */
  readonly writesUntil: string | undefined
  /** Afterwards it writes within the free tier; else it only reads. */
  readonly hasFreeTier: boolean
  /** Satoshis for a further month; undefined if the tier is no longer sold. */
  readonly sats: string | undefined
  readonly url: string
  readonly stopUrl: string
}

/** The same as a private message on Nostr, which only its reader can open. */
export interface MessageFacts extends Omit<ReminderFacts, 'url' | 'stopUrl'> {
  readonly url: string | undefined
  readonly address: string | null
}

export interface ReminderLetters {
  readonly confirmation: (facts: { relay: string; code: string; stopUrl: string }) => Letter
  readonly reminder: (facts: ReminderFacts) => Letter
  readonly message: (facts: MessageFacts) => readonly string[]
}

/** All mails in one language, exported as `letters`. `relay` is the relay's name. */
export interface Letters {
  readonly recovery: (facts: { relay: string; code: string; address: string }) => Letter
  readonly verification: (facts: { relay: string; code: string }) => Letter
  readonly newSignIn: (facts: { relay: string; at: string; address: string; userAgent: string }) => Letter
  readonly changed: (facts: { relay: string; what: AccountChange; at: string }) => Letter
  readonly invitation: (facts: { relay: string; role: Role; link: string; until: string }) => Letter
  readonly notices: NoticeLetters
  readonly reminders: ReminderLetters
}
