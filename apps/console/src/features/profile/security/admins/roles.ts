import type { Role } from '@hornets/contract/admin/accounts/auth'

/** From most to least. */
export const roles: readonly Role[] = ['owner', 'operator', 'moderator', 'viewer']
