import type { NostrEvent } from '@hornets/contract'
import type { InvoiceReport } from '@hornets/contract/wallet/relay/push'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { FastifyInstance } from 'fastify'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { EventStore } from '../events/event-store.ts'
import { languageFor, type Mails } from '../mail/mails.ts'
import type { Policy } from '../policy/policy.ts'
import { readProfiles } from '../profiles/profiles.ts'
import type { Account } from '../publisher/published-kind.ts'
import type { LiveRelaySettings } from '../settings/settings.ts'
import type { LightningCalls } from '../wallet/lightning-calls.ts'
import type { RatesService } from '../wallet/rates/rates-service.ts'
import { AccountEvents } from './account-events.ts'
import { Allotment } from './allotment.ts'
import { ChangesService } from './changes-service.ts'
import { Invoices } from './invoices/invoices.ts'
import { type ChainLine, Ledger } from './ledger/ledger.ts'
import { LedgerStore } from './ledger/ledger-store.ts'
import { sellsAnything } from './ledger/tier.ts'
import { UnassignedPayments } from './ledger/unassigned-service.ts'
import { MailRounds } from './mail/mail-rounds.ts'
import { SubscriberMail } from './mail/subscriber-mail.ts'
import { mountSubscribePage } from './page/page-routes.ts'
import { offersOf, termsOf } from './payment-terms.ts'
import { PaymentsService } from './payments-service.ts'
import { Allowances } from './quotas/allowances.ts'
import { FreeWriters } from './quotas/free-writers.ts'
import { Quotas } from './quotas/quotas.ts'
import { Usage } from './quotas/usage.ts'
import type { FindIntended } from './refunds/refund.ts'
import { RefundPayments } from './refunds/refund-payments.ts'
import { NoticeRounds, type Reminder } from './reminders/notice-rounds.ts'
import { reminderFacts } from './reminders/reminder-facts.ts'
import { SubscribersService } from './subscribers-service.ts'
import { type Opener, zapAddress } from './zaps/lightning-address.ts'
import { Zaps } from './zaps/zaps.ts'

export interface SubscriptionsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly events: EventStore
  readonly relaySettings: LiveRelaySettings
  readonly rates: Pick<RatesService, 'nearest'>
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly findIntended: FindIntended
  readonly isExempt: (pubkey: string) => boolean
  /** Keys without a limit, and keys that are refused already. */
  readonly otherKeys: () => Promise<readonly string[]>
  readonly relayName: () => string
  readonly names: { subscribeUrl(): string | undefined; isOurs(address: string): boolean }
  readonly isGenuine: (event: NostrEvent) => boolean
  /** Undefined where there is no wallet to ask. */
  readonly lightning: LightningCalls | undefined
  /** Would the wallet see a payment on the chain? */
  readonly isChainSeen: () => Promise<boolean>
  /** Has a wallet ever reported to this relay? */
  readonly hasWallet: () => Promise<boolean>
  /** The relay's own key, hex. */
  readonly relayPubkey: () => string
  /** To servers that others name; undefined where nothing goes out. */
  readonly requests: Opener | undefined
  readonly now: Clock
  readonly logger: Logger
}

const roundEveryMs = 60_000

/** How the relay addresses subscribers, once it can. */
export interface SubscriptionVoice {
  tell(account: Account): Promise<void>
  write(pubkey: string, text: string): Promise<void>
}

/** All parts of subscriptions, over one ledger. */
export async function openSubscriptions(parts: SubscriptionsParts) {
  const { database, audit, box, mails, events, relaySettings, rates, namesOf, isExempt, findIntended, now, logger } =
    parts
  const { reads } = database
  const subscribeUrl = () => parts.names.subscribeUrl()
  const profilesOf = (pubkeys: readonly string[]) => readProfiles(events, pubkeys)
  const usage = await Usage.open(database, logger)
  const allowances = await Allowances.open({ reads, usage, relaySettings, isExempt, now })
  const ledger = new Ledger({ reads, relaySettings, rateAt: time => rates.nearest(time), now })
  const onChange = new Emitter<readonly string[]>(err => logger.error({ err }, 'a listener failed on a subscription'))
  /** Resolves once it is effective; never rejects. */
  const changed = async (pubkeys: readonly string[]) => {
    if (pubkeys.length === 0) return
    await allowances.refresh(pubkeys).catch(err => logger.error({ err }, 'could not read subscriptions'))
    onChange.emit(pubkeys)
  }

  const useOf = (pubkey: string) => {
    const allowance = allowances.of(pubkey)
    return allowance.by === 'all' ? { usedBytes: 0, totalBytes: null } : allowance
  }
  const mail = new SubscriberMail({ database, box, mails, subscribeUrl, now })
  const subscribers = new SubscribersService({
    ...{ findIntended, reads, relaySettings, profilesOf, namesOf, useOf, now },
    isRemindedByMail: pubkey => mail.isOn(pubkey),
  })
  const payments = new PaymentsService({
    ...{ database, now, logger, namesOf: profilesOf },
    activeByTier: () => subscribers.activeByTier(),
  })
  const changes = new ChangesService({
    findIntended,
    database,
    audit,
    ledger,
    relaySettings,
    now,
    onChanged: pubkey => changed([pubkey]),
  })

  const unassigned = new UnassignedPayments({
    ...{ database, audit, ledger, now },
    onChanged: pubkey => credited([pubkey]),
  })
  const refundPayments = new RefundPayments({ reads, ledger, findIntended })

  let voice: SubscriptionVoice | undefined
  const tell = async (account: Account) => voice?.tell(account)
  const accounts = new AccountEvents({ reads, relaySettings, useOf, tell, now, logger })
  onChange.subscribe(pubkeys => accounts.changed(pubkeys))
  const isSelling = () => sellsAnything(relaySettings.current())
  const onAllotted = (pubkey: string) => credited([pubkey])
  const onSeen = (pubkey: string) => accounts.changed([pubkey])
  const allotment = new Allotment({ ...parts, ledger, isSelling, onAllotted, onSeen })
  const invoices = new Invoices({ ...parts, ledger })
  const credited = (pubkeys: readonly string[]) => {
    changed(pubkeys)
    if (pubkeys.length > 0) payments.tell()
  }
  const ownProfile = async () => (await profilesOf([parts.relayPubkey()])).get(parts.relayPubkey())
  const zaps = new Zaps({
    ...parts,
    ...zapAddress(parts.requests, async () => (await ownProfile())?.lud16),
    ledger,
    onCredited: credited,
  })
  zaps.catchUp()
  const store = new LedgerStore(reads)
  const speaks = (pubkey: string, language: string) => database.transact(tx => store.putLanguage(tx, pubkey, language))
  const remind = async (reminder: Reminder) => {
    const facts = reminderFacts(reminder, relaySettings.current(), now())
    const { reminders } = languageFor(reminder.language).letters
    const { pubkey } = reminder
    const address = (await parts.isChainSeen()) ? reminder.address : null
    const lines = reminders.message({ ...facts, address, relay: parts.relayName(), url: subscribeUrl() })
    await voice?.write(pubkey, lines.join('\n'))
  }
  const rounds = new NoticeRounds({
    ...{ database, ledger, relaySettings, remind, onChanged: changed, now, logger },
    mailDue: (tx, pubkey, due) => mail.noteDue(tx, pubkey, due),
  })
  const mailRounds = new MailRounds({ database, mail, mails, relaySettings, subscribeUrl, now, logger })
  const failed = (err: unknown) => logger.error({ err }, 'could not check for ended subscriptions')
  const round = () => rounds.round().then(() => mailRounds.round())
  const ringing = setInterval(() => void round().catch(failed), roundEveryMs).unref()
  const stopFollowing = relaySettings.onChange(() => void rounds.termsChanged().catch(failed))

  return {
    subscribers,
    payments,
    unassigned,
    changes,
    allotment,
    accounts,
    rounds,
    mailRounds,
    zaps,
    freeWriters: new FreeWriters({ events, allowances, otherKeys: parts.otherKeys, now }),
    quotas: new Quotas({
      ...{ allowances, usage, subscribeUrl, now },
      offers: () => offersOf(relaySettings.current()),
      isWelcome: event => zaps.isWelcome(event),
    }),
    /** The page where subscribers pay, for the public server. */
    pageFor: (policy: Pick<Policy, 'judgeReader'>) => (app: FastifyInstance) =>
      mountSubscribePage(app, {
        ...{
          relaySettings,
          subscribers,
          payments,
          invoices,
          mail,
          now,
          relayName: parts.relayName,
          isGenuine: parts.isGenuine,
        },
        judgeReader: pubkey => policy.judgeReader(pubkey),
        isOurs: address => parts.names.isOurs(address),
        addressOf: (pubkey, caller) => allotment.addressOf(pubkey, caller),
        isChainSeen: parts.isChainSeen,
        speaks,
      }),
    /** For uploads that lack space. Neither call rejects. */
    uploadPayments: {
      /** How a key that signed a call from this address can pay for more space. */
      async termsFor(pubkey: string, caller: string) {
        const [address, invoice] = await Promise.all([
          allotment.addressOf(pubkey, caller),
          invoices.forCheapest(pubkey, caller),
        ])
        return termsOf(relaySettings.current(), { address, invoice, subscribeUrl: subscribeUrl() })
      },
      /** Credits the invoice that a preimage proves paid, before the wallet reports it. */
      async takeProof(preimage: string) {
        const pubkeys = await invoices.takeProof(preimage)
        await changed(pubkeys ?? [])
        if (pubkeys?.length) payments.tell()
        return pubkeys !== null
      },
    },
    /** A key has asked to be forgotten (NIP-62): what it has bought stays, its mail address and language do not. Never rejects. */
    async forget(pubkey: string): Promise<void> {
      await Promise.all([mail.remove(pubkey), speaks(pubkey, '')]).catch(err =>
        logger.error({ err }, 'could not delete the mail address of a key'),
      )
    },
    /** From now on subscribers hear of what changes for them. */
    speakBy(its: SubscriptionVoice) {
      voice = its
    },
    /** Called with the keys whose subscription has changed, once the change is effective. */
    onChange: (listener: (pubkeys: readonly string[]) => void) => onChange.subscribe(listener),
    /** In the transaction that accepts a push of the wallet; returns what to do after the commit. */
    async takeLines(
      tx: AdminTransaction,
      lines: readonly ChainLine[],
      removed: readonly { txid: string; vout: number }[],
    ): Promise<() => void> {
      const pubkeys = [...(await ledger.takeLines(tx, lines, removed))]
      return () => credited(pubkeys)
    },
    /** The same for payments, by their intentions: refunds among them. */
    async takePayments(tx: AdminTransaction, intentions: readonly string[]): Promise<() => void> {
      const pubkeys = [...(await refundPayments.take(tx, intentions))]
      return () => void changed(pubkeys)
    },
    /** The same for outcomes of invoices. */
    async takeInvoices(tx: AdminTransaction, reports: readonly InvoiceReport[]): Promise<() => void> {
      const pubkeys = [...(await invoices.take(tx, reports))]
      return () => credited(pubkeys)
    },
    async close() {
      clearInterval(ringing)
      stopFollowing()
      await zaps.close()
      await rounds.settled()
      await mailRounds.settled()
      await accounts.close()
      await usage.close()
    },
  }
}
