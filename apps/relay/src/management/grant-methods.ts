import { messages } from '@hornets/contract'
import { changeRole } from '@hornets/contract/admin/accounts/admins'
import * as z from 'zod/mini'
import type { GrantsService } from './grants-service.ts'
import { type By, type Methods, readKey } from './method.ts'

export interface GrantParts {
  readonly grants: Pick<GrantsService, 'grant' | 'revoke'>
}

const nameParam = z.string().check(z.minLength(1), z.maxLength(100))

/** Single methods for keys beside their roles. `isGrantable`: those for owners alone are not. */
export function grantMethods({ grants }: GrantParts, isGrantable: (name: string) => boolean | undefined): Methods {
  const read = ([key, name]: readonly unknown[]) => [readKey(key), nameParam.parse(name)] as const
  return {
    assignmethod: {
      like: changeRole,
      async run(params, { actor }: By) {
        const [pubkey, name] = read(params)
        const may = isGrantable(name)
        if (!may) return [false, may === undefined ? messages.unknownMethod : messages.ownersAlone]
        await grants.grant(pubkey, [name], actor)
        return [true, '']
      },
    },
    unassignmethod: {
      like: changeRole,
      async run(params, { actor }: By) {
        const [pubkey, name] = read(params)
        return (await grants.revoke(pubkey, [name], actor)) > 0 ? [true, ''] : [false, messages.notGranted]
      },
    },
  }
}
