import type { AlertMetric } from '@hornets/contract/admin/operation/alerts'
import {
  type AccountChange,
  type AlertFacts,
  type HealthFacts,
  isByOwner,
  isOfWallet,
  type Letters,
  type MessageFacts,
  type NoticeFacts,
  type NoticeLetters,
  type NoticeWords,
  type PlainMatter,
  type ReminderFacts,
  type ReminderLetters,
  type SecurityFacts,
} from './letter.ts'

const changes = {
  password: 'The password of your account was changed',
  twoFactorOn: 'Two-factor authentication was turned on for your account',
  twoFactorOff: 'Two-factor authentication was turned off for your account',
  recoveryCodes: 'New recovery codes were created for your account; the old ones no longer work',
  email: 'The email address of your account was changed',
  role: 'The role of your account was changed',
  removed: 'Your account was removed: you can no longer sign in',
  walletApproval: 'Another owner asks for your approval at the wallet',
  walletWords: 'Another owner was shown the words of the wallet',
  walletOperators: 'Another owner ordered a change of the wallet’s operators',
  walletLimits: 'Another owner changed the limits of the wallet',
} as const

const roles = { owner: 'owner', operator: 'operator', moderator: 'moderator', viewer: 'viewer' } as const
const notYou = 'If this was not you, change your password now and end all sessions in the security settings.'
const askOwner = 'If you did not expect this, ask an owner of the relay.'

const checkWallet =
  'Check it in the console, under the wallet’s security settings. If you did not expect it, refuse or cancel it there.'

function adviceOn(what: AccountChange): string {
  if (isOfWallet(what)) return checkWallet
  return isByOwner(what) ? askOwner : notYou
}

const reported = { event: 'An event', file: 'A file', key: 'A public key' } as const
const reportTypes: Readonly<Record<string, string>> = {
  nudity: 'nudity',
  malware: 'malware',
  profanity: 'hate or profanity',
  illegal: 'illegal content',
  spam: 'spam',
  impersonation: 'impersonation',
  other: 'other reasons',
  similar: 'looking similar to a banned file',
}

function security(facts: SecurityFacts & { at: string }): NoticeWords {
  if (facts.what === 'newSignIn')
    return { headline: 'Sign-in from a new address', detail: `${facts.address}, ${facts.at}. ${notYou}` }
  if (facts.what === 'deviceAdded' || facts.what === 'webhookAdded')
    return {
      headline: `Your notifications have a new ${facts.what === 'deviceAdded' ? 'device' : 'webhook'}`,
      detail: `${facts.name}, ${facts.at}. ${notYou}`,
    }
  return { headline: changes[facts.what], detail: `${facts.at}. ${adviceOn(facts.what)}` }
}

/** What needs no figures: while it lasts, and once it is over. */
const plain: Record<PlainMatter, { readonly now: NoticeWords; readonly over: NoticeWords }> = {
  events_full: {
    now: {
      headline: 'The file of events is full',
      detail: 'The relay accepts no new events. Delete events, or raise the limit on its size.',
    },
    over: { headline: 'Events are stored again', detail: 'The file of events has room.' },
  },
  files_damaged: {
    now: {
      headline: 'Stored files are missing or damaged',
      detail: 'The media manager lists them under Storage and says what to do.',
    },
    over: { headline: 'All stored files are back and undamaged', detail: 'All reported problems are resolved.' },
  },
  store_away: {
    now: {
      headline: 'The S3 server is not responding',
      detail: 'Its files cannot be fetched, and uploads fail. Check the server and its address.',
    },
    over: { headline: 'The S3 server is responding again', detail: 'Its files can be fetched again.' },
  },
  sale_blocked: {
    now: { headline: 'Subscribers cannot pay', detail: 'Set up the wallet and its chain source.' },
    over: { headline: 'Subscribers can pay again', detail: 'The wallet sees the chain.' },
  },
  payment_unassigned: {
    now: { headline: 'A payment has no subscriber', detail: "Under 'Subscribers', assign it to the key that paid." },
    over: { headline: 'All payments are assigned', detail: 'Each has its subscriber.' },
  },
  wallet_away: {
    now: { headline: 'The wallet service is not responding', detail: 'Payments are not credited until it responds.' },
    over: { headline: 'The wallet service is responding again', detail: 'Payments are reported again.' },
  },
  wallet_behind: {
    now: { headline: 'The wallet is not in sync', detail: 'New payments appear once it has caught up.' },
    over: { headline: 'The wallet has caught up with the chain', detail: 'Payments are reported again.' },
  },
  mail_failing: {
    now: { headline: 'Emails are not being sent', detail: "The mail server refuses them. See the relay's log." },
    over: { headline: 'Email is working again', detail: 'The mail server accepts them.' },
  },
  backup_old: {
    now: { headline: 'The last backup is too old', detail: 'Make one on the page Backup.' },
    over: { headline: 'There is a new backup', detail: 'The last one is recent again.' },
  },
  backup_failed: {
    now: { headline: 'The last backup failed', detail: 'The page Backup says why.' },
    over: { headline: 'Backups work again', detail: 'The last one is complete.' },
  },
  restore_test_failed: {
    now: { headline: 'A backup could not be restored in a test', detail: 'The page Backup says why. Make a new one.' },
    over: { headline: 'The last restore test succeeded', detail: 'The restored backup equals what was stored.' },
  },
  judge_failing: {
    now: { headline: 'Images are not being judged', detail: 'The moderation service fails. Check its settings.' },
    over: { headline: 'Images are being judged again', detail: 'What waited is judged in turn.' },
  },
  round_failed: {
    now: { headline: 'A recurring task failed', detail: 'Health names it, with its error.' },
    over: { headline: 'A recurring task works again', detail: 'Its last run succeeded.' },
  },
  round_late: {
    now: { headline: 'A recurring task is late', detail: 'Health names it. Restart the relay if it stays late.' },
    over: { headline: 'A recurring task runs again', detail: 'It is no longer late.' },
  },
}

const alerts: Readonly<Record<AlertMetric, (facts: AlertFacts) => string>> = {
  disk_free: ({ threshold }) => `Less than ${threshold} % of the disk is free`,
  backup_age: ({ threshold }) => `The last backup is at least ${threshold} hours old`,
  failed_payments: ({ threshold }) => `Payments that failed in 24 hours: ${threshold} or more`,
  open_cases: ({ threshold }) => `Open cases: ${threshold} or more`,
  event_loop: ({ threshold }) => `The relay is delayed by ${threshold} ms or more`,
  node_away: () => 'The bitcoin node is not seen',
}

function alert(facts: AlertFacts & { isOver: boolean }): NoticeWords {
  const says = alerts[facts.metric](facts)
  if (facts.isOver) return { headline: `No longer: ${says}`, detail: 'Your alert rule has ended.' }
  if (facts.metric === 'node_away') return { headline: says, detail: 'By your alert rule.' }
  return { headline: says, detail: `By your alert rule. It was ${facts.value}.` }
}

function health(facts: HealthFacts & { isOver: boolean }): NoticeWords {
  switch (facts.what) {
    case 'disk_low':
    case 'disk_full':
      if (facts.isOver) return { headline: 'The disk has enough space again', detail: `${facts.free} free.` }
      return facts.what === 'disk_full'
        ? { headline: 'The disk is full', detail: `${facts.free} free. The relay accepts no new events or files.` }
        : { headline: 'The disk is nearly full', detail: `${facts.free} free. Delete files or add space.` }
    case 'disk_fills':
    case 'disk_fills_soon':
      return facts.isOver
        ? { headline: 'The disk is filling up more slowly', detail: `${facts.free} free.` }
        : {
            headline: `The disk will be full in less than ${facts.what === 'disk_fills' ? 30 : 7} days`,
            detail: `${facts.free} free, based on the growth of the last 30 days. Delete files or add space.`,
          }
    case 'database_damaged':
      return facts.isOver
        ? { headline: `${facts.file} is no longer damaged`, detail: 'The last check found no errors.' }
        : { headline: `${facts.file} is damaged`, detail: 'Stop the relay and restore your last backup.' }
    case 'certificate_ends':
    case 'certificate_ended':
      if (facts.isOver) return { headline: `${facts.file} has a new certificate`, detail: 'It is valid.' }
      return facts.what === 'certificate_ended'
        ? {
            headline: `The certificate of ${facts.file} has expired`,
            detail: 'Clients can no longer connect. Renew it.',
          }
        : {
            headline: `The certificate of ${facts.file} expires in less than 14 days`,
            detail: 'Check whether your web server renews it.',
          }
    case 'alert':
    case 'alert_urgent':
      return alert(facts)
    case 'version_out':
      return facts.isOver
        ? { headline: `Version ${facts.file} is settled`, detail: 'It is installed, or a newer one is out.' }
        : {
            headline: `Version ${facts.file} is out; this is ${facts.version}`,
            detail: 'The console’s page Health says how to update, under “Version”.',
          }
    case 'restart_due':
      return facts.isOver
        ? { headline: 'The installed version is running', detail: `It is ${facts.version}.` }
        : {
            headline: `Version ${facts.file} is installed; ${facts.version} is still running`,
            detail: 'Restart the relay to use it.',
          }
    default:
      return plain[facts.what][facts.isOver ? 'over' : 'now']
  }
}

function words(facts: NoticeFacts): NoticeWords {
  if (facts.kind === 'health') return health(facts)
  if (facts.kind === 'security') return security(facts)
  if (facts.kind === 'reports') {
    const by = facts.reporters === 1 ? '1 report' : `${facts.reporters} reports`
    return {
      headline: `${reported[facts.of]} was reported`,
      detail: `${by}, for ${reportTypes[facts.type] ?? facts.type}.`,
    }
  }
  const { sats, tier, from } = facts
  if (facts.what === 'reversed')
    return { headline: 'A payment is no longer in the chain', detail: `It was ${sats} sats from ${from}.` }
  return {
    headline: facts.isNew ? 'New subscriber' : tier ? 'Subscription renewed' : 'Payment received',
    detail: `${sats} sats from ${from}${tier ? ` for ${tier}` : ', kept as credit'}.`,
  }
}

const notices: NoticeLetters = {
  words,
  several: ({ relay, count }) => `${count} notifications from ${relay}`,
  more: ({ count }) => `And ${count} more.`,
  test: ({ relay }) => ({ headline: `Test from ${relay}`, detail: 'Notifications from this relay arrive here.' }),
  letter: ({ relay, title, paragraphs, url }) => ({
    subject: `${relay}: ${title}`,
    paragraphs: [title, ...paragraphs, 'Choose what you receive under Profile, Notifications.'],
    ...(url !== undefined && { highlight: url, call: 'Open the console' }),
  }),
}

const stopWords = 'Unsubscribe'

const endOf = ({ relay, tier, day, isOver }: MessageFacts | ReminderFacts) =>
  `Your subscription to ${relay} (${tier}) ${isOver ? 'ended' : 'ends'} on ${day}.`
const costOf = (sats: string) => `A further month costs ${sats} sats.`
function afterEnd({ isOver, writesUntil, hasFreeTier }: MessageFacts | ReminderFacts): string[] {
  if (!isOver) return []
  if (writesUntil === undefined)
    return [hasFreeTier ? 'You can still write within the free tier.' : 'You can read, not write.']
  return [`You can write until ${writesUntil}, then only ${hasFreeTier ? 'within the free tier' : 'read'}.`]
}

const reminders: ReminderLetters = {
  confirmation: ({ relay, code, stopUrl }) => ({
    subject: `Confirm reminders from ${relay}`,
    highlight: code,
    paragraphs: [
      'Enter this code to get subscription reminders at this address:',
      'It is valid for 15 minutes and works once.',
      'If you do not know this relay, ignore this email. You will not receive any more.',
    ],
    stop: { words: stopWords, url: stopUrl },
  }),
  reminder: facts => ({
    subject: `Your subscription to ${facts.relay} ${facts.isOver ? 'has ended' : 'ends soon'}`,
    highlight: facts.url,
    call: 'Renew',
    paragraphs: [endOf(facts), ...(facts.sats === undefined ? [] : [costOf(facts.sats)]), ...afterEnd(facts)],
    stop: { words: stopWords, url: facts.stopUrl },
  }),
  message: facts => [
    endOf(facts),
    ...afterEnd(facts),
    ...(facts.sats === undefined
      ? []
      : [
          facts.address === null
            ? costOf(facts.sats)
            : `To renew it for a month, pay ${facts.sats} sats to ${facts.address}.`,
        ]),
    ...(facts.url === undefined ? [] : [`Your subscription: ${facts.url}`]),
  ],
}

export const letters: Letters = {
  notices,
  reminders,
  recovery: ({ relay, code, address }) => ({
    subject: `Your security code for ${relay}`,
    highlight: code,
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of your account. This is the security code:',
      'It is valid for 15 minutes and works once. You still need the key in your Nostr extension to sign in.',
      `The request came from the address ${address}. If that was not you, ignore this mail: without the code nothing changes.`,
    ],
  }),
  verification: ({ relay, code }) => ({
    subject: `Verify your email address for ${relay}`,
    highlight: code,
    paragraphs: [
      'Confirm that this address is yours with this code:',
      'It is valid for 15 minutes and works once.',
      'If you do not know this relay, ignore this mail.',
    ],
  }),
  newSignIn: ({ relay, at, address, userAgent }) => ({
    subject: `New sign-in to ${relay}`,
    paragraphs: [
      `Someone signed in to your account from a new IP address: ${address}, on ${at}.`,
      ...(userAgent ? [`Browser: ${userAgent}`] : []),
      notYou,
    ],
  }),
  changed: ({ relay, what, at }) => ({
    subject: isOfWallet(what) ? `News of the wallet of ${relay}` : `Your account at ${relay} has changed`,
    paragraphs: [`${changes[what]} (${at}).`, adviceOn(what)],
  }),
  invitation: ({ relay, role, link, until }) => ({
    subject: `You are invited to ${relay}`,
    highlight: link,
    call: 'Accept the invitation',
    paragraphs: [
      `You are invited to help run this relay as ${roles[role]}. Open this link in a browser with your Nostr extension:`,
      `It works once, until ${until}.`,
      'If you do not know this relay, ignore this mail.',
    ],
  }),
}

/** Of the page `/subscribe`. */
export const page = {
  title: 'Subscribe',
  intro: 'Pay for storage on this relay with bitcoin. No account is needed beyond your Nostr key.',
  nothingSold: 'This relay sells no subscriptions.',
  prices: 'Prices',
  size: 'Storage',
  price: 'Price for a month',
  sats: 'sats',
  perMonth: 'per month',
  files: 'Files up to {}',
  kept: 'Kept for {} days',
  kinds: 'Only kinds {}',
  freeTier: 'Free for everyone',
  signIn: 'Sign in with your extension',
  signInNote: 'Your Nostr extension shares your public key and signs one request. Nothing is published.',
  noExtension: 'No Nostr extension found. Install one, or open this page in a browser that has one.',
  failed: 'Signing in failed. Please try again.',
  account: 'Your subscription',
  status: 'Status',
  unpaid: 'Not paid yet',
  active: 'Active',
  grace: 'Expired. You can still post for a few days.',
  read_only: 'Expired. You can read, not write.',
  readOnlyFree: 'Expired. You can write within the free tier.',
  ended: 'Ended. Stored content remains.',
  tier: 'Tier',
  expires: 'Valid until',
  credit: 'Credit',
  pending: 'Pending payments',
  used: 'Storage used',
  of: 'of',
  pay: 'Pay',
  payNote:
    'This address is permanently yours. Every payment extends your subscription; any remainder is kept as credit.',
  noAddress: 'No address is available right now. Please try again in a few minutes.',
  paused:
    'Payments are paused: the relay does not see the Bitcoin network right now and would not notice them. Ask its operator.',
  copy: 'Copy address',
  copied: 'Copied',
  open: 'Open in wallet',
  way: 'Way to pay',
  onChain: 'On-chain',
  lightning: 'Lightning',
  lightningNote: 'Credited as soon as it is paid. An invoice is valid for 15 minutes.',
  makeInvoice: 'Create invoice',
  makingInvoice: 'Creating invoice…',
  copyInvoice: 'Copy invoice',
  invoiceLeft: 'Valid for {}',
  invoicePaid: 'Paid. Your subscription is up to date.',
  invoiceExpired: 'This invoice has expired. Create a new one. If you already paid, your payment still counts.',
  invoiceFailed: 'No invoice is available right now. Pay on-chain, or try again later.',
  invoiceTooMany: 'Too many invoices. Please wait a few minutes, or pay on-chain.',
  payments: 'Payments',
  date: 'Date',
  amount: 'Amount',
  state_pending: 'Pending',
  state_paid: 'Paid',
  state_scheduled: 'Credit',
  state_failed: 'Failed',
  noPayments: 'No payments yet.',
  mail: 'Reminders by mail',
  mailNote: '7 days and 1 day before and after the end of your subscription. Only you see the address.',
  mailAddress: 'Email address',
  mailAsk: 'Send code',
  mailSent: 'A code was sent to {}.',
  mailCode: 'Code',
  mailConfirm: 'Confirm',
  mailOther: 'Use another address',
  mailOn: 'Reminders go to {}.',
  mailStop: 'Stop reminders by mail',
  mailInvalid: 'Enter a valid email address.',
  mailCodeWrong: 'The code is incorrect or has expired.',
  mailUnwanted: 'This mailbox has asked for no more emails from this relay. Please use another one.',
  mailTooOften: 'Too many tries. Please wait an hour.',
  mailFailed: 'Something went wrong. Please try again later.',
  mailStopped: 'This mailbox will receive no more reminders from this relay.',
}
export type PageTexts = typeof page

export const policies = { posting: 'Posting policy', privacy: 'Privacy policy', terms: 'Terms of service' }
export type PolicyTitles = typeof policies
