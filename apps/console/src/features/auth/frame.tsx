import { Moon, Sun } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { languages, nameOfLanguage } from '../../i18n/language.ts'
import { changeLanguage } from '../../i18n/load-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { BrandMark } from '../../ui/theme/brand-mark.tsx'
import { chooseTheme } from '../../ui/theme/theme.ts'
import { useTheme } from '../../ui/theme/use-theme.ts'

export interface FrameProps {
  readonly title: string
  readonly lead: string
  /** Above the title, e.g. a back link. */
  readonly before?: ReactNode
  readonly children: ReactNode
}

/** Undefined until the server has answered, and on servers that do not say it. */
export const RelayName = createContext<string | undefined>(undefined)

/** The layout of the auth screens (AUTH-58): brand, one card, theme and language. */
export function Frame({ title, lead, before, children }: FrameProps) {
  const { t } = useTexts()
  const relay = use(RelayName) || t('auth.brand')
  useEffect(() => {
    document.title = `${title} · ${relay}`
  }, [title, relay])
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] justify-items-center px-4">
      <main className="grid w-full max-w-100 content-center gap-6 py-8">
        <p className="flex items-center justify-center gap-2.5 font-semibold tracking-wide">
          <BrandMark />
          <span className="min-w-0 wrap-anywhere">{relay}</span>
        </p>
        <div className="grid gap-5 rounded-md border border-line bg-surface p-5 sm:p-8">
          <header>
            {before && <div className="mb-4">{before}</div>}
            <h1 className="font-semibold text-title tracking-tight">{title}</h1>
            <p className="mt-1 text-muted text-small">{lead}</p>
          </header>
          {children}
        </div>
      </main>
      <Choices />
    </div>
  )
}

function Choices() {
  const { t, language } = useTexts()
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <footer className="flex items-center gap-2 pb-6 text-muted text-small">
      <fieldset className="flex">
        <legend className="sr-only">{t('auth.language')}</legend>
        {languages.map(code => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={code === language}
            onClick={() => void changeLanguage(code)}
            className="h-8 rounded-md px-2.5 hover:text-text aria-pressed:font-semibold aria-pressed:text-text"
          >
            {nameOfLanguage(code)}
          </button>
        ))}
      </fieldset>
      <span aria-hidden="true" className="h-4 w-px bg-line" />
      <button
        type="button"
        onClick={() => chooseTheme(next)}
        aria-label={t(`auth.theme.${next}`)}
        className="grid size-8 place-items-center rounded-md hover:text-text"
      >
        {theme === 'dark' ? <Sun size={18} /> : <Moon size={18} />}
      </button>
    </footer>
  )
}
