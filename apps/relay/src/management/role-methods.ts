import {
  deleteMemberRole,
  giveMemberRole,
  saveMemberRole,
  takeMemberRole,
} from '@hornets/contract/admin/accounts/member-roles'
import * as z from 'zod/mini'
import type { RolesService } from '../access/member-roles/roles-service.ts'
import { type By, type Method, type Methods, readKey } from './method.ts'

export interface RoleParts {
  readonly memberRoles: Pick<RolesService, 'create' | 'edit' | 'delete' | 'give' | 'take'>
}

const idParam = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))
const number = z.union([z.number(), z.string().check(z.regex(/^-?\d{1,9}(\.\d+)?$/))])

/** A hue. Some clients send hue, saturation and lightness, or a text. */
const colorParam = z.nullish(z.union([number, z.tuple([number], z.unknown()), z.literal('')]))

function hueOf(given: z.infer<typeof colorParam>): number | null {
  const value = Array.isArray(given) ? given[0] : given
  return value === undefined || value === null || value === ''
    ? null
    : z
        .int()
        .check(z.minimum(0), z.maximum(360))
        .parse(Math.round(Number(value)))
}

const placeParam = z.nullish(number)
const placed = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))

/** Roles that clients show beside members' names: `[id, label, description, color, order]`. */
function roleOf([id, label, description, color, order]: readonly unknown[]) {
  return {
    id: idParam.parse(id),
    label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)).parse(label),
    description: z.nullish(z.string().check(z.trim(), z.maxLength(1000))).parse(description) ?? '',
    color: hueOf(colorParam.parse(color)),
    order: placed.parse(Math.round(Number(placeParam.parse(order) ?? 0))),
  }
}

export function roleMethods({ memberRoles }: RoleParts): Methods {
  const method = (like: Method['like'], work: (params: readonly unknown[], by: By) => Promise<unknown>): Method => ({
    like,
    async run(params, by) {
      await work(params, by)
      return true
    },
  })
  return {
    createrole: method(saveMemberRole, (params, { actor }) => memberRoles.create(roleOf(params), actor)),
    editrole: method(saveMemberRole, (params, { actor }) => memberRoles.edit(roleOf(params), actor)),
    deleterole: method(deleteMemberRole, ([id], { actor }) => memberRoles.delete(idParam.parse(id), actor)),
    assignrole: method(giveMemberRole, ([key, id], { actor }) =>
      memberRoles.give(idParam.parse(id), [readKey(key)], actor),
    ),
    unassignrole: method(takeMemberRole, ([key, id], { actor }) =>
      memberRoles.take(idParam.parse(id), [readKey(key)], actor),
    ),
  }
}
