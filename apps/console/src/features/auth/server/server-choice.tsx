import { useState } from 'react'
import { readAddresses } from '../../../api/server/addresses.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { secondStage } from '../stages.ts'

const ServerPanel = secondStage(async () => (await import('./server-panel.tsx')).ServerPanel)

/** The server's address, if it is not this page's own, and the way to another one. */
export function ServerChoice() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { admin } = readAddresses()
  if (isOpen) return <ServerPanel />
  return (
    <p className="text-center text-muted text-small">
      {admin && <b className="mr-2 break-all font-mono font-normal">{admin}</b>}
      <button type="button" onClick={() => setOpen(true)} className={textLink}>
        {t('auth.login.server')}
      </button>
    </p>
  )
}
