import {
  giveMemberRole,
  listMemberRoles,
  type MemberRole,
  takeMemberRole,
} from '@hornets/contract/admin/accounts/member-roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { cached, staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

/** The roles that clients show beside this person's name; hidden while the relay has none. */
export function PersonRoles({ pubkey, onChanged }: { readonly pubkey: string; readonly onChanged: () => void }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery({
    ...cached(listMemberRoles),
    queryFn: async ({ signal }) => (await api.call(listMemberRoles, { signal })).roles,
  })
  const roles = query.data ?? []
  if (roles.length === 0) return null

  async function set({ id }: MemberRole, has: boolean): Promise<void> {
    const input = { params: { id }, body: { pubkeys: [pubkey] } }
    try {
      await (has ? api.call(giveMemberRole, input) : api.call(takeMemberRole, input))
    } catch (error) {
      toast.error(failureText(error))
    }
    await queryClient.invalidateQueries(staleOn('access'))
    onChanged()
  }
  return (
    <Card
      title={t('people.one.roles')}
      description={t('people.one.rolesText')}
      aside={
        <Link to="/blocked-pubkeys" search={{ list: 'roles' } as never} className={textLink}>
          {t('people.one.allRoles')}
        </Link>
      }
    >
      <ul className="mt-2 grid gap-1">
        {roles.map(role => (
          <li key={role.id}>
            <Checkbox
              label={<bdi className="wrap-anywhere">{role.label}</bdi>}
              checked={role.keys.includes(pubkey)}
              onCheckedChange={has => void set(role, has)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
