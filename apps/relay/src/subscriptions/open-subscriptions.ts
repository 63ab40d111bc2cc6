import type { FastifyInstance } from 'fastify'
import { Allotment } from './allotment.ts'
import { ChangesService } from './changes-service.ts'
import { Invoices } from './invoices/invoices.ts'
import { BroughtSubscribersService } from './ledger/brought-service.ts'
import { sellsAnything } from './ledger/tier.ts'
import { UnassignedPayments } from './ledger/unassigned-service.ts'
import { EndRounds } from './mail/end-rounds.ts'
import { MailRounds } from './mail/mail-rounds.ts'
import { UploadPayments } from './news/upload-payments.ts'
import { WalletNews } from './news/wallet-news.ts'
import { openLedger } from './open-ledger.ts'
import { mountSubscribePage } from './page/page-routes.ts'
import { offersOf } from './payment-terms.ts'
import { FreeWriters } from './quotas/free-writers.ts'
import { Quotas } from './quotas/quotas.ts'
import { RefundPayments } from './refunds/refund-payments.ts'
import { NoticeRounds } from './reminders/notice-rounds.ts'
import { Reminders } from './reminders/reminders.ts'
import type { SubscriptionOptions } from './subscription-options.ts'
import { zapAddress } from './zaps/lightning-address.ts'
import { Zaps } from './zaps/zaps.ts'

export async function openSubscriptions(options: SubscriptionOptions) {
  await using opened = new AsyncDisposableStack()
  const kept = await openLedger(options, opened)
  const { news, mail, accounts, memory, profilesOf, subscribers, payments, refunds } = kept
  const { database, relaySettings, relayPubkey } = options
  const parts = { ...options, ...kept, reads: database.reads }

  const onCredited = (pubkey: string) => news.credited([pubkey])
  const onSeen = (pubkey: string) => accounts.changed([pubkey])
  const isSelling = () => sellsAnything(relaySettings.current())
  const allotment = new Allotment({ ...parts, isSelling, onAllotted: onCredited, onSeen })
  const invoices = new Invoices(parts)
  const ownProfile = async () => (await profilesOf([relayPubkey()])).get(relayPubkey())
  const zapping = zapAddress(options.requests, async () => (await ownProfile())?.lud16)
  const crediting = { ...parts, ...zapping, onCredited: news.credited.bind(news) }
  const zaps = opened.adopt(new Zaps(crediting), part => part.close())
  zaps.catchUp()

  const reminders = new Reminders(parts)
  const ends = new NoticeRounds({
    ...parts,
    remind: reminders.send.bind(reminders),
    onChanged: news.changed.bind(news),
    mailDue: mail.noteDue.bind(mail),
  })
  const mailRounds = new MailRounds(parts)
  opened.adopt(new EndRounds({ ...parts, ends, mailRounds }), part => part.close())
  const offers = () => offersOf(relaySettings.current())
  const pageParts = {
    ...parts,
    invoices,
    addressOf: allotment.addressOf.bind(allotment),
    speaks: memory.speaks.bind(memory),
  }
  const closing = opened.move()
  return {
    subscribers,
    payments,
    refunds,
    accounts,
    memory,
    news,
    allotment,
    zaps,
    mailRounds,
    rounds: ends,
    brought: new BroughtSubscribersService({ ...parts, onChanged: pubkey => news.changed([pubkey]) }),
    changes: new ChangesService({ ...parts, onChanged: pubkey => news.changed([pubkey]) }),
    unassigned: new UnassignedPayments({ ...parts, onChanged: onCredited }),
    walletNews: new WalletNews({ ...parts, invoices, refundPayments: new RefundPayments(parts) }),
    uploadPayments: new UploadPayments({ ...parts, allotment, invoices }),
    isServed: parts.allowances.isServed.bind(parts.allowances),
    freeWriters: new FreeWriters(parts),
    quotas: new Quotas({ ...parts, offers, isWelcome: event => zaps.isWelcome(event) }),
    mountPage: (app: FastifyInstance) => mountSubscribePage(app, pageParts),
    close: () => closing.disposeAsync(),
  }
}
