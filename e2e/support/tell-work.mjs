// Loaded into a server before its own code. Sends the processor time of the main thread on request.
process.on('message', (asked) => {
  if (asked !== 'work') return
  const { user, system } = process.threadCpuUsage()
  process.send?.((user + system) / 1_000)
})
process.channel?.unref()
