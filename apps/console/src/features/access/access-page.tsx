import { offers } from '../../api/server/server.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Tabs } from '../../ui/content/tabs.tsx'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { InvitationsPage } from './invitations/invitations-page.tsx'
import { RolesPage } from './invitations/roles-page.tsx'
import { EntryList } from './lists/entry-list.tsx'
import { EventLists } from './lists/event-lists.tsx'
import { BlockedPubkeysPage } from './page.tsx'
import { RightsPage } from './rights/rights-form.tsx'
import { ChangesPage } from './rules/changes-page.tsx'
import { RulesPage } from './rules/rules-page.tsx'

const tabs = [
  'blocked',
  'rights',
  'rules',
  'allowed-pubkeys',
  'words',
  'addresses',
  'events',
  'invitations',
  'roles',
  'changes',
] as const
type Tab = (typeof tabs)[number]

export function AccessPage() {
  const { t } = useTexts()
  const [{ list }, change] = useUrlParameters()
  const offered = tabs.filter(tab => offers(`access ${tab}`))
  const shown = offered.find(tab => tab === list) ?? 'blocked'
  return (
    <Tabs
      value={shown}
      onValueChange={next => change({ list: next === 'blocked' ? undefined : next, q: undefined, sort: undefined })}
      tabs={offered.map(value => ({ value, label: t(`access.tabs.${value}`), content: <Content tab={value} /> }))}
    />
  )
}

function Content({ tab }: { readonly tab: Tab }) {
  if (tab === 'rights') return <RightsPage />
  if (tab === 'changes') return <ChangesPage />
  if (tab === 'rules') return <RulesPage />
  if (tab === 'invitations') return <InvitationsPage />
  if (tab === 'roles') return <RolesPage />
  if (tab === 'events') return <EventLists />
  if (tab !== 'blocked') return <EntryList key={tab} list={tab} />
  return (
    <div className="pt-4">
      <BlockedPubkeysPage />
    </div>
  )
}
