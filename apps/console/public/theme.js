// Runs before the first paint, so that the page never flashes in the wrong theme or language.
;(() => {
  const root = document.documentElement
  let theme = null
  let language = null
  try {
    theme = localStorage.getItem('theme')
    language = localStorage.getItem('lng')
  } catch {}
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  root.lang = language === 'de' ? 'de' : 'en'
})()
