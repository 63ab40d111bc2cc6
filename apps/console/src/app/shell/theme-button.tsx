import { Moon, Sun } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { chooseTheme } from '../../ui/theme/theme.ts'
import { useTheme } from '../../ui/theme/use-theme.ts'

export function ThemeButton() {
  const { t } = useTexts()
  const dark = useTheme() === 'dark'
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? t('shell.theme.toLight') : t('shell.theme.toDark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  )
}
