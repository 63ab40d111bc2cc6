// A visitor with no session at all goes to the sign-in before the console is loaded; what is left of one is the console's case.
;(() => {
  try {
    // There is no demo here any more, so that what is left of one opens nothing.
    if (localStorage.getItem('accessToken')?.startsWith('demo.')) {
      localStorage.removeItem('accessToken')
      localStorage.removeItem('user')
      sessionStorage.setItem('notice', JSON.stringify({ kind: 'info', title: 'This demo is over' }))
    }
    if (localStorage.getItem('accessToken') || localStorage.getItem('user')) return
    const setupToken = new URLSearchParams(location.search).get('setup')
    if (!setupToken) sessionStorage.setItem('origin', location.pathname + location.search + location.hash)
    location.replace(setupToken ? `/auth/sign-up?setup=${encodeURIComponent(setupToken)}` : '/auth/login')
  } catch {}
})()
