// Before the first paint, by the rules of src/ui/theme/theme.ts.
;(() => {
  const root = document.documentElement
  let theme = null
  let language = null
  try {
    theme = localStorage.getItem('theme')
    language = localStorage.getItem('lng')
    if (localStorage.getItem('nightMode') === 'true') {
      let [start, end] = [72e6, 288e5]
      try {
        const pair = JSON.parse(localStorage.getItem('nightTime'))
        if (pair.length === 2 && pair.every(time => Number.isInteger(time) && time >= 0 && time < 864e5))
          [start, end] = pair
      } catch {}
      const wall = new Date()
      const now = ((wall.getHours() * 60 + wall.getMinutes()) * 60 + wall.getSeconds()) * 1000 + wall.getMilliseconds()
      const inside = start < end ? now >= start && now < end : now >= start || now < end
      if (start !== end) theme = inside ? 'dark' : 'light'
    }
  } catch {}
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  root.lang = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language ?? '') ? language : 'en'
})()
