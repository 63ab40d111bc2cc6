// A visitor with no session at all goes to the sign-in before the console is loaded; what is left of one is the console's case.
;(() => {
  try {
    if (localStorage.getItem('accessToken') || localStorage.getItem('user')) return
    const setupToken = new URLSearchParams(location.search).get('setup')
    if (!setupToken) sessionStorage.setItem('origin', location.pathname + location.search + location.hash)
    location.replace(setupToken ? `/auth/sign-up?setup=${encodeURIComponent(setupToken)}` : '/auth/login')
  } catch {}
})()
