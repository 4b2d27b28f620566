// Loaded into the server under test before all other modules: redirects calls to the providers to the tests' provider.
const PROVIDER_HOSTS = new Set(['github.com', 'api.github.com', 'oauth2.googleapis.com', 'www.googleapis.com'])

const reachNetwork = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!PROVIDER_HOSTS.has(url.hostname)) return reachNetwork(input, init)
  const rerouted = `${process.env.E2E_PROVIDER}/${url.hostname}${url.pathname}${url.search}`
  return reachNetwork(input instanceof Request ? new Request(rerouted, input) : rerouted, init)
}
