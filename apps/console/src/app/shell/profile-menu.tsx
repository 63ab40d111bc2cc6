import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, LogOut, Moon, Sun, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readSession } from '../../api/session.ts'
import { changeLanguage } from '../../i18n/console.ts'
import { type Language, languages } from '../../i18n/language.ts'
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { shortenMiddle } from '../../ui/shorten.ts'
import { chooseTheme } from '../../ui/theme.ts'
import { useTheme } from '../../ui/use-theme.ts'
import { initialsOf, nameOf } from './person.ts'

/** The avatar leads home (SHELL-13); beside it the menu: who, theme, language, log out (SHELL-14, R-28). */
export function ProfileMenu() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const navigate = useNavigate()
  const user = readSession()?.user
  const initials = initialsOf(user)
  return (
    <div className="ml-1 flex items-center">
      <Link
        to="/"
        // What is seen is part of the name (WCAG 2.5.3).
        aria-label={[initials, t('shell.nav.dashboard')].filter(Boolean).join(', ')}
        className="grid size-8 place-items-center rounded-full bg-accent font-semibold text-accent-ink text-caption"
      >
        {initials || <UserRound size={16} />}
      </Link>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('shell.profile.menu')}
            className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
          >
            <ChevronDown size={16} />
          </button>
        }
      >
        <div className="px-2 pt-1.5 pb-2">
          <p className="text-caption text-muted">{t('shell.profile.signedInAs')}</p>
          <p className="max-w-60 truncate font-semibold">{nameOf(user)}</p>
          {user?.npub && (
            <p className="font-mono text-caption text-muted" title={user.npub}>
              {shortenMiddle(user.npub, 12, 8)}
            </p>
          )}
        </div>
        <MenuSeparator />
        <MenuChoices
          label={t('shell.theme.title')}
          value={theme}
          onValueChange={chooseTheme}
          choices={[
            { value: 'light', label: t('shell.theme.light'), icon: Sun },
            { value: 'dark', label: t('shell.theme.dark'), icon: Moon },
          ]}
        />
        <MenuSeparator />
        <MenuChoices
          label={t('shell.language')}
          value={i18n.language as Language}
          onValueChange={language => void changeLanguage(language)}
          choices={languages.map(code => ({ value: code, label: nameOfLanguage(code) }))}
        />
        <MenuSeparator />
        <MenuItem icon={LogOut} onClick={() => void navigate({ to: '/logout' })}>
          {t('shell.profile.logout')}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Each language in its own words, so that one finds back. */
const nameOfLanguage = (code: Language) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
