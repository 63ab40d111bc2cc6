import { useRoleName } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { NotForRole } from '../../ui/states/not-for-role.tsx'
import type { BoxName } from './boxes/boxes.ts'

/** Replaces a page that is not for one's role. */
export function NotAllowed({ name }: { readonly name: BoxName }) {
  const { t } = useTexts()
  const role = useRoleName()
  return (
    <div className="grid content-start gap-4">
      <h1 className="font-semibold text-title">{t(`shell.nav.${name}`)}</h1>
      <NotForRole title={t('notifications.notAllowed')} text={t(`notifications.${name}.notAllowed`, { role })} />
    </div>
  )
}
