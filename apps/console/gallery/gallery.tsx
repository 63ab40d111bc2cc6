import { languages, nameOfLanguage } from '../src/i18n/language.ts'
import { changeLanguage } from '../src/i18n/load-texts.ts'
import { useTexts } from '../src/i18n/texts.ts'
import { Segmented } from '../src/ui/forms/segmented.tsx'
import { chooseTheme } from '../src/ui/theme/theme.ts'
import { useTheme } from '../src/ui/theme/use-theme.ts'
import { Charts } from './specimens/charts.tsx'
import { Choices } from './specimens/choices.tsx'
import { Controls } from './specimens/controls.tsx'
import { Fields } from './specimens/fields.tsx'
import { Opening } from './specimens/opening.tsx'
import { Surfaces } from './specimens/surfaces.tsx'
import { EndlessLists, Words } from './specimens/words.tsx'
import { useWords } from './words.ts'

export function Gallery() {
  const words = useWords()
  const { language } = useTexts()
  const theme = useTheme()
  return (
    <main className="mx-auto grid max-w-400 gap-8 p-4 sm:p-8">
      <header className="flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1 className="font-semibold text-title">{words('title')}</h1>
          <p className="text-muted">{words('lead')}</p>
        </div>
        <Segmented
          label={words('theme')}
          value={theme}
          onValueChange={chooseTheme}
          choices={[
            { value: 'light', label: words('light') },
            { value: 'dark', label: words('dark') },
          ]}
        />
        <Segmented
          label={words('language')}
          value={language}
          onValueChange={language => void changeLanguage(language)}
          choices={languages.map(value => ({ value, label: <span lang={value}>{nameOfLanguage(value)}</span> }))}
        />
      </header>
      <Controls />
      <Fields />
      <Choices />
      <Words />
      <EndlessLists />
      <Surfaces />
      <Opening />
      <Charts />
    </main>
  )
}
