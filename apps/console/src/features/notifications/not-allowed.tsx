import { LockKeyhole } from 'lucide-react'
import { useRole } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import type { BoxName } from './boxes/boxes.ts'

/** Stands in place of a page that is not for one's role. */
export function NotAllowed({ name }: { readonly name: BoxName }) {
  const { t } = useTexts()
  const role = t(`role.${useRole() ?? 'viewer'}.name`)
  return (
    <div className="grid content-start gap-4">
      <h1 className="font-semibold text-title">{t(`shell.nav.${name}`)}</h1>
      <div className="rounded-md border border-line bg-surface">
        <EmptyState
          icon={LockKeyhole}
          title={t('notifications.notAllowed')}
          text={t(`notifications.${name}.notAllowed`, { role })}
        />
      </div>
    </div>
  )
}
