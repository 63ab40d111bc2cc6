import { useNavigate } from '@tanstack/react-router'
import { Copy, Download, Keyboard, Lock, LogOut, Moon, Sun, SunMoon } from 'lucide-react'
import { isDemo } from '../../api/session/demo.ts'
import { readSession } from '../../api/session/session.ts'
import { npubOf } from '../../api/signers/pubkey.ts'
import { languages, nameOfLanguage } from '../../i18n/language.ts'
import { changeLanguage } from '../../i18n/load-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { copyText } from '../../ui/buttons/copy-text.ts'
import { Menu, MenuChoices, MenuItem, type MenuProps, MenuSeparator } from '../../ui/buttons/menu.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { nameOf } from '../../ui/text/account-name.ts'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import { chooseTheme } from '../../ui/theme/theme.ts'
import { useNightMode, useTheme } from '../../ui/theme/use-theme.ts'
import { useOpenLock } from '../lock/use-open-lock.ts'
import { install, useInstall } from '../pwa/install.ts'
import { usePages } from '../use-pages.ts'
import { sheetRequests } from './shortcuts/use-shortcuts.ts'

export interface ProfileMenuItemsProps extends Omit<MenuProps, 'children'> {
  readonly onNightMode: () => void
}

/** User, theme, night mode, language, log out (SHELL-14). */
export function ProfileMenuItems({ onNightMode, ...menu }: ProfileMenuItemsProps) {
  const { t, language } = useTexts()
  const theme = useTheme()
  const night = useNightMode()
  const navigate = useNavigate()
  const openLock = useOpenLock()
  const pages = usePages()
  const { installed } = useInstall()
  return (
    <Menu {...menu}>
      <SignedInAs />
      <MenuSeparator />
      {pages
        .filter(({ place }) => place.menu === 'profile')
        .map(({ path, title, place }) => (
          <MenuItem key={path} icon={place.icon} onClick={() => void navigate({ to: path })}>
            {t(title)}
          </MenuItem>
        ))}
      <MenuSeparator />
      <MenuChoices
        label={t('profile.menuItems.appearance')}
        value={theme}
        onValueChange={chooseTheme}
        choices={[
          { value: 'light', label: t('profile.menuItems.light'), icon: Sun },
          { value: 'dark', label: t('profile.menuItems.dark'), icon: Moon },
        ]}
      />
      <MenuItem icon={SunMoon} onClick={onNightMode}>
        {night.on ? t('nightMode.isOn') : t('nightMode.isOff')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoices
        label={t('profile.menuItems.language')}
        value={language}
        onValueChange={language => void changeLanguage(language)}
        choices={languages.map(code => ({ value: code, label: nameOfLanguage(code) }))}
      />
      <MenuSeparator />
      {!installed && (
        <MenuItem icon={Download} onClick={() => void install()}>
          {t('shell.install.action')}
        </MenuItem>
      )}
      <MenuItem icon={Keyboard} onClick={() => sheetRequests.send()}>
        {t('shell.shortcuts')}
      </MenuItem>
      <MenuSeparator />
      {!isDemo() && (
        <MenuItem icon={Lock} onClick={openLock}>
          {t('profile.menuItems.lock')}
        </MenuItem>
      )}
      <MenuItem icon={LogOut} onClick={() => void navigate({ to: '/logout' })}>
        {t('profile.menuItems.logout')}
      </MenuItem>
    </Menu>
  )
}

function SignedInAs() {
  const { t } = useTexts()
  const user = readSession()?.user
  const npub = user?.npub && npubOf(user.npub)
  const copyKey = async (key: string) => {
    if (await copyText(key)) toast.success(t('ui.copied'))
  }
  return (
    <>
      <div className="px-2 pt-1.5 pb-2">
        <p className="text-caption text-muted">{t('profile.menuItems.signedInAs')}</p>
        <p className="max-w-60 truncate font-semibold">{nameOf(user)}</p>
        {npub && (
          <p className="font-mono text-caption text-muted" title={npub}>
            {shortenMiddle(npub, 12, 8)}
          </p>
        )}
      </div>
      {npub && (
        <MenuItem icon={Copy} onClick={() => void copyKey(npub)}>
          {t('profile.menuItems.copyKey')}
        </MenuItem>
      )}
    </>
  )
}
