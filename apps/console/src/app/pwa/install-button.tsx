import { Download } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { install, useInstall } from './install.ts'

/** In the header while the browser offers to install the console (SHELL-26). */
export function InstallButton() {
  const { t } = useTexts()
  const { offered, installed } = useInstall()
  if (!offered || installed) return null
  return <IconButton icon={Download} label={t('shell.install.action')} onClick={() => void install()} />
}
