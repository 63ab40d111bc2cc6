import { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { namesOf } from '../accounts/names.ts'
import { TrialService } from '../refusals/trial-service.ts'
import { openSubscriptions } from '../subscriptions/open-subscriptions.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { WalletParts } from './wallet-parts.ts'

export type SubscriptionParts = Awaited<ReturnType<typeof openSubscriptionParts>>

export async function openSubscriptionParts(
  { isGenuine, sandbox, bus, wayOut, rounds, now, logger, opened }: Frame,
  { adminDatabase: database, ...parts }: AdminParts & WalletParts & EventParts & PolicyParts,
) {
  const { wallet, addresses, paymentCalls, chain, events, relaySettings, relay, isOwner, accounts, access, policy } =
    parts
  const subscriptions = opened.adopt(
    await openSubscriptions({
      ...parts,
      database,
      isGenuine,
      bus,
      rounds,
      now,
      logger,
      judgeReader: policy.judgeReader.bind(policy),
      relayPubkey: () => relay.pubkey(),
      isChainSeen: async () => chain === undefined || chain.isSeen(),
      isChainRead: async () => (await chain?.isRead()) ?? false,
      unknownPayments: async txids => (await paymentCalls?.unknownOf(txids)) ?? new Set(),
      hasWallet: () => wallet.hasBeenHeard(),
      requests: sandbox ? undefined : new GuardedRequests({ wayOut }),
      namesOf: pubkeys => namesOf(database.reads, pubkeys),
      findIntended: (reads, wanted) => wallet.payments.intended(reads, wanted),
      otherKeys: async () => [...(await accounts.owners()), relay.pubkey(), ...access.blockedKeys()],
      isExempt: pubkey => isOwner(pubkey) || pubkey === relay.pubkey(),
    }),
    part => part.close(),
  )
  if (addresses) subscriptions.allotment.drawFrom(addresses.addressFor.bind(addresses))
  parts.rights.payingBy(pubkey => subscriptions.quotas.isPaid(pubkey))
  const trial = new TrialService({
    events,
    relaySettings,
    lists: parts.lists,
    rights: parts.rights,
    isOwner,
    now,
    statuses: parts.own.statuses,
    refused: parts.refusals.service,
    subscribed: () => subscriptions.quotas.subscribed(),
    relayPubkey: () => relay.pubkey(),
  })
  return { subscriptions, trial }
}
