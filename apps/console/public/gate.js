// Without any session the sign-in comes first, before the console is loaded.
;(() => {
  try {
    // The demo is over.
    if (localStorage.getItem('accessToken')?.startsWith('demo.')) {
      localStorage.removeItem('accessToken')
      localStorage.removeItem('user')
      sessionStorage.setItem('notice', JSON.stringify({ kind: 'info', title: 'This demo has ended' }))
    }
    if (localStorage.getItem('accessToken') || localStorage.getItem('user')) return
    const setupToken = new URLSearchParams(location.search).get('setup')
    if (!setupToken) sessionStorage.setItem('origin', location.pathname + location.search + location.hash)
    location.replace(setupToken ? `/auth/sign-up?setup=${encodeURIComponent(setupToken)}` : '/auth/login')
  } catch {}
})()
