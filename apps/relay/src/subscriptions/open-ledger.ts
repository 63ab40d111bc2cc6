import { readProfiles } from '../profiles/profiles.ts'
import { Ledger } from './ledger/ledger.ts'
import { SubscriberMail } from './mail/subscriber-mail.ts'
import { AccountEvents } from './news/account-events.ts'
import { SubscriptionNews } from './news/subscription-news.ts'
import { PaymentsService } from './payments/payments-service.ts'
import { Allowances } from './quotas/allowances.ts'
import { Usage } from './quotas/usage.ts'
import { RefundStates } from './refunds/refund-states.ts'
import { SubscriberMemory } from './subscriber-memory.ts'
import { SubscribersService } from './subscribers-service.ts'
import type { SubscriptionOptions } from './subscription-options.ts'

export async function openLedger(options: SubscriptionOptions, opened: AsyncDisposableStack) {
  const { database, box, mails, names, relaySettings, rates, events, publisher, now, logger } = options
  const { reads } = database
  const subscribeUrl = () => names.subscribeUrl()
  const profilesOf = (pubkeys: readonly string[]) => readProfiles(events, pubkeys)
  const usage = opened.adopt(await Usage.open(options), part => part.close())
  const allowances = await Allowances.open({ ...options, reads, usage })
  const ledger = new Ledger({ reads, relaySettings, rateAt: time => rates.nearest(time), now })
  const mail = new SubscriberMail({ database, box, mails, subscribeUrl, now })
  const memory = new SubscriberMemory({ database, mail, logger })
  const useOf = allowances.useOf.bind(allowances)
  const isRemindedByMail = mail.isOn.bind(mail)
  const refunds = new RefundStates({ ...options, reads })
  const subscribers = new SubscribersService({ ...options, reads, refunds, profilesOf, useOf, isRemindedByMail })
  const activeByTier = subscribers.activeByTier.bind(subscribers)
  const payments = new PaymentsService({ database, now, logger, namesOf: profilesOf, activeByTier })
  const news = new SubscriptionNews({ allowances, payments, logger })
  const telling = { reads, relaySettings, useOf, publisher, now, logger }
  const accounts = opened.adopt(new AccountEvents(telling), part => part.close())
  news.onChange(pubkeys => accounts.changed(pubkeys))
  const people = { subscribers, refunds, memory, profilesOf }
  return { ...people, subscribeUrl, usage, allowances, ledger, mail, payments, news, accounts }
}
