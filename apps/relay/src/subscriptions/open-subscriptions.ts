import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { FastifyInstance } from 'fastify'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Mails } from '../mail/mails.ts'
import type { Policy } from '../policy/policy.ts'
import { readProfiles } from '../profiles/profiles.ts'
import type { Voice } from '../publisher/voice.ts'
import type { LiveRelaySettings } from '../settings/settings.ts'
import type { LightningCalls } from '../wallet/lightning-calls.ts'
import type { RatesService } from '../wallet/rates/rates-service.ts'
import { Allotment } from './allotment.ts'
import { ChangesService } from './changes-service.ts'
import { Invoices } from './invoices/invoices.ts'
import { Ledger } from './ledger/ledger.ts'
import { sellsAnything } from './ledger/tier.ts'
import { UnassignedPayments } from './ledger/unassigned-service.ts'
import { MailRounds } from './mail/mail-rounds.ts'
import { SubscriberMail } from './mail/subscriber-mail.ts'
import { AccountEvents } from './news/account-events.ts'
import { SubscriptionNews } from './news/subscription-news.ts'
import { UploadPayments } from './news/upload-payments.ts'
import { WalletNews } from './news/wallet-news.ts'
import { mountSubscribePage } from './page/page-routes.ts'
import { offersOf } from './payment-terms.ts'
import { PaymentsService } from './payments-service.ts'
import { Allowances } from './quotas/allowances.ts'
import { FreeWriters } from './quotas/free-writers.ts'
import { Quotas } from './quotas/quotas.ts'
import { Usage } from './quotas/usage.ts'
import type { FindIntended } from './refunds/refund.ts'
import { RefundPayments } from './refunds/refund-payments.ts'
import { NoticeRounds } from './reminders/notice-rounds.ts'
import { Reminders } from './reminders/reminders.ts'
import { SubscriberMemory } from './subscriber-memory.ts'
import { SubscribersService } from './subscribers-service.ts'
import { type Opener, zapAddress } from './zaps/lightning-address.ts'
import { Zaps } from './zaps/zaps.ts'

export interface SubscriptionsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly mails: Mails
  readonly bus: Bus
  /** Undefined where the relay publishes nothing. */
  readonly voice: Pick<Voice, 'tell' | 'write'> | undefined
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
  /** Has the wallet read its whole history? */
  readonly isChainRead: () => Promise<boolean>
  /** Has a wallet ever reported to this relay? */
  readonly hasWallet: () => Promise<boolean>
  /** The relay's own key, hex. */
  readonly relayPubkey: () => string
  /** To servers that others name; undefined where nothing goes out. */
  readonly requests: Opener | undefined
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

const roundEveryMs = 60_000

/** All parts of subscriptions, over one ledger. */
export async function openSubscriptions(parts: SubscriptionsParts) {
  const { database, box, mails, relaySettings, rates, findIntended, now, logger } = parts
  const { reads } = database
  const subscribeUrl = () => parts.names.subscribeUrl()
  const profilesOf = (pubkeys: readonly string[]) => readProfiles(parts.events, pubkeys)
  const usage = await Usage.open(parts)
  const allowances = await Allowances.open({ ...parts, reads, usage })
  const ledger = new Ledger({ reads, relaySettings, rateAt: time => rates.nearest(time), now })
  const mail = new SubscriberMail({ database, box, mails, subscribeUrl, now })
  const memory = new SubscriberMemory({ database, mail, logger })
  const useOf = allowances.useOf.bind(allowances)
  const isRemindedByMail = mail.isOn.bind(mail)
  const subscribers = new SubscribersService({ ...parts, reads, profilesOf, useOf, isRemindedByMail })
  const activeByTier = subscribers.activeByTier.bind(subscribers)
  const payments = new PaymentsService({ database, now, logger, namesOf: profilesOf, activeByTier })
  const news = new SubscriptionNews({ allowances, payments, logger })
  const accounts = new AccountEvents({ reads, relaySettings, useOf, voice: parts.voice, now, logger })
  news.onChange(pubkeys => accounts.changed(pubkeys))

  const onChanged = (pubkey: string) => news.changed([pubkey])
  const onCredited = (pubkey: string) => news.credited([pubkey])
  const changes = new ChangesService({ ...parts, ledger, onChanged })
  const unassigned = new UnassignedPayments({ ...parts, ledger, onChanged: onCredited })
  const isSelling = () => sellsAnything(relaySettings.current())
  const onSeen = (pubkey: string) => accounts.changed([pubkey])
  const allotment = new Allotment({ ...parts, ledger, isSelling, onAllotted: onCredited, onSeen })
  const invoices = new Invoices({ ...parts, ledger })
  const refundPayments = new RefundPayments({ reads, ledger, findIntended })
  const ownProfile = async () => (await profilesOf([parts.relayPubkey()])).get(parts.relayPubkey())
  const address = zapAddress(parts.requests, async () => (await ownProfile())?.lud16)
  const zaps = new Zaps({ ...parts, ...address, ledger, onCredited: news.credited.bind(news) })
  zaps.catchUp()

  const reminders = new Reminders({ ...parts, subscribeUrl })
  const ends = new NoticeRounds({
    ...{ database, ledger, relaySettings, now, logger },
    remind: reminders.send.bind(reminders),
    onChanged: news.changed.bind(news),
    mailDue: mail.noteDue.bind(mail),
  })
  const mailRounds = new MailRounds({ database, mail, mails, relaySettings, subscribeUrl, now, logger })
  const work = () => ends.round().then(() => mailRounds.round())
  const round = parts.rounds.open({ name: 'ends of subscriptions', everyMs: roundEveryMs, work })
  const stopFollowing = relaySettings.onChange(
    () => void ends.termsChanged().catch(err => logger.error({ err }, 'could not check for ended subscriptions')),
  )

  return {
    ...{ subscribers, payments, unassigned, changes, allotment, accounts, mailRounds, zaps, news, memory },
    rounds: ends,
    walletNews: new WalletNews({ bus: parts.bus, ledger, invoices, refundPayments, news }),
    uploadPayments: new UploadPayments({ relaySettings, allotment, invoices, news, subscribeUrl }),
    freeWriters: new FreeWriters({ ...parts, allowances }),
    quotas: new Quotas({
      ...{ allowances, usage, subscribeUrl, now },
      offers: () => offersOf(relaySettings.current()),
      isWelcome: event => zaps.isWelcome(event),
    }),
    /** The page where subscribers pay, for the public server. */
    pageFor: (policy: Pick<Policy, 'judgeReader'>) => (app: FastifyInstance) =>
      mountSubscribePage(app, {
        ...{ ...parts, subscribers, payments, invoices, mail },
        judgeReader: policy.judgeReader.bind(policy),
        isOurs: parts.names.isOurs.bind(parts.names),
        addressOf: allotment.addressOf.bind(allotment),
        speaks: memory.speaks.bind(memory),
      }),
    async close() {
      stopFollowing()
      await round.close()
      await zaps.close()
      await ends.settled()
      await mailRounds.settled()
      await accounts.close()
      await usage.close()
    },
  }
}
