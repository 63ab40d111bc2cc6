import { listSecrets } from '@hornets/contract/admin/operation/secrets'
import { listSettingsVersions, type SettingsSection, settingsSections } from '@hornets/contract/admin/settings/history'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { listFailures } from '../../../api/calls/failure-text.ts'
import { useMay, useRoleName } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { EndlessList } from '../../../ui/content/endless-list.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RolePage } from '../../../ui/states/role-page.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { FileCard } from './file-card.tsx'
import { versionPages } from './history-queries.ts'
import { RestoreDialog, type Restoring } from './restore-dialog.tsx'
import { sectionTitle } from './section-texts.ts'
import { VersionRow } from './version-row.tsx'

const path = '/settings-history'

export function SettingsHistoryPage() {
  const { t } = useTexts()
  const role = useRoleName()
  const mayRead = useMay(listSettingsVersions)
  const mayRotate = useMay(listSecrets)
  const notAllowed = {
    title: t('settingsHistory.notAllowed.title'),
    text: t('settingsHistory.notAllowed.text', { role }),
  }
  return (
    <RolePage
      title={t('shell.nav.settingsHistory')}
      description={
        <>
          {t('settingsHistory.description')}{' '}
          {mayRotate && (
            <Link to="/secrets" className="font-semibold text-accent-text hover:underline">
              {t('search.action.secrets.title')}
            </Link>
          )}
        </>
      }
      notAllowed={mayRead ? undefined : notAllowed}
    >
      <FileCard />
      <Versions />
    </RolePage>
  )
}

function Versions() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { section: asked } = useParams({ strict: false }) as { section?: string }
  const section = settingsSections.find(name => name === asked)
  const query = useInfiniteQuery(versionPages(section))
  const [restoring, setRestoring] = useState<Restoring>()
  const versions = query.data?.pages.flatMap(page => page.versions) ?? []
  const choices = [
    { value: '', label: t('settingsHistory.all') },
    ...settingsSections.map(value => ({ value, label: sectionTitle(value) })),
  ]
  const choose = (value: string) =>
    void navigate({ to: value === '' ? path : `${path}/${value}`, replace: true, resetScroll: false })
  return (
    <div className="rounded-md border border-line bg-surface">
      <div className="border-line border-b p-3">
        <Select<SettingsSection | ''>
          label={t('settingsHistory.section')}
          value={section ?? ''}
          choices={choices as { value: SettingsSection | ''; label: string }[]}
          onValueChange={choose}
          className="max-w-80"
        />
      </div>
      <EndlessList
        query={query}
        isEmpty={versions.length === 0}
        loading={<RowsSkeleton rows={6} className="h-10" />}
        empty={
          <EmptyState icon={History} title={t('settingsHistory.empty.title')} text={t('settingsHistory.empty.text')} />
        }
        more={t('settingsHistory.older')}
        failureOf={listFailures}
      >
        <ul aria-label={t('shell.nav.settingsHistory')} aria-busy={query.isFetching}>
          {versions.map(version => (
            <VersionRow key={version.id} version={version} onRestore={side => setRestoring({ version, side })} />
          ))}
        </ul>
      </EndlessList>
      {restoring && <RestoreDialog {...restoring} onClose={() => setRestoring(undefined)} />}
    </div>
  )
}
