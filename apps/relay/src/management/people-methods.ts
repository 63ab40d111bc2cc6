import { blockPubkeys, listBlockedPubkeys, unblockPubkey } from '@hornets/contract/admin/access'
import {
  type AccessList,
  listAccessEntries,
  putAccessEntries,
  removeAccessEntries,
} from '@hornets/contract/admin/access-lists'
import { ApiError } from '@hornets/server/api-error'
import type { AccessService } from '../access/access-service.ts'
import type { LastOwner } from '../access/last-owner.ts'
import type { ListsService } from '../access/lists/lists-service.ts'
import type { Actor } from '../audit/audit-log.ts'
import { addressParam, changing, listing, type Methods, pubkeyParam } from './method.ts'

export interface PeopleParts {
  readonly access: Pick<AccessService, 'list' | 'blockMany' | 'unblockMany'>
  readonly lists: Pick<ListsService, 'list' | 'put' | 'remove'>
  readonly lastOwner: Pick<LastOwner, 'look'>
}

export function peopleMethods({ access, lists, lastOwner }: PeopleParts): Methods {
  async function add(list: AccessList, value: string, reason: string, actor: Actor): Promise<void> {
    const { refused } = await lists.put(list, [{ value, reason }], actor)
    if (refused[0]) throw new ApiError('bad_request', refused[0].error)
  }
  const entriesOf = async (list: AccessList) =>
    (await lists.list({ list, offset: 0, expired: false, sort: 'newest' })).entries
  return {
    banpubkey: changing({
      like: blockPubkeys,
      takes: pubkeyParam,
      async run(pubkey, by, reason) {
        await access.blockMany([{ pubkey, reason }], by)
        await lists.remove('allowed-pubkeys', [pubkey], by.actor)
      },
    }),
    unbanpubkey: changing({
      like: unblockPubkey,
      takes: pubkeyParam,
      run: (value, { actor }) => access.unblockMany([value], actor),
    }),
    listbannedpubkeys: listing(listBlockedPubkeys, async () =>
      (await access.list({ offset: 0 })).blocked.map(({ pubkey, reason }) => ({ pubkey, reason })),
    ),
    allowpubkey: changing({
      like: putAccessEntries,
      takes: pubkeyParam,
      async run(pubkey, { actor }, reason) {
        await add('allowed-pubkeys', pubkey, reason, actor)
        await access.unblockMany([pubkey], actor)
      },
    }),
    unallowpubkey: changing({
      like: removeAccessEntries,
      takes: pubkeyParam,
      run: (value, { actor }) => lists.remove('allowed-pubkeys', [value], actor),
    }),
    listallowedpubkeys: listing(listAccessEntries, async () =>
      (await entriesOf('allowed-pubkeys')).map(({ value, reason }) => ({ pubkey: value, reason })),
    ),
    blockip: changing({
      like: putAccessEntries,
      takes: addressParam,
      async run(address, { actor }, reason) {
        await lastOwner.look()
        await add('addresses', address, reason, actor)
      },
    }),
    unblockip: changing({
      like: removeAccessEntries,
      takes: addressParam,
      run: (value, { actor }) => lists.remove('addresses', [value], actor),
    }),
    listblockedips: listing(listAccessEntries, async () =>
      (await entriesOf('addresses')).map(({ value, reason }) => ({ ip: value, reason })),
    ),
  }
}
