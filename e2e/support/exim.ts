import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { isInstalled, runProgram } from '#db/test-program.ts'
import { freePort } from '../../scripts/support/free-port.ts'

const PROGRAM = '/usr/sbin/exim4'
const run = promisify(execFile)

/** Whether Exim can run here. Only root can start it with a configuration of its own. */
export const hasExim = isInstalled(PROGRAM) && process.getuid?.() === 0

/** The log-in that the mail server accepts. */
export const LOG_IN = { user: 'mailer', password: 'p@ss/w:rd é' }

/** A mail server that accepts emails only over TLS and after a log-in. */
export interface Exim extends AsyncDisposable {
  /** The port on which a conversation begins without TLS. */
  port: number
  /** The port on which a conversation begins with TLS. */
  tlsPort: number
  /** The path of the certificate, which is valid for localhost. */
  certificate: string
  /** Returns the files of the mailbox, one for each delivered email. */
  mails: () => Promise<string[]>
  log: () => Promise<string>
}

/** Starts Exim, which delivers the emails for every address to one mailbox. */
export async function startExim(): Promise<Exim> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-mail-'))
  const at = (name: string) => path.join(folder, name)
  const [port, tlsPort] = [await freePort(), await freePort()]
  // Exim writes as another user than root.
  await chmod(folder, 0o777)
  await mkdir(at('mail/new'), { recursive: true })
  for (const name of ['mail', 'mail/new']) await chmod(at(name), 0o777)
  const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject])
  await chmod(at('key.pem'), 0o644)
  await writeFile(at('exim.conf'), configuration(folder, port, tlsPort))
  const exim = await runProgram({
    file: PROGRAM,
    args: () => ['-bdf', '-C', at('exim.conf')],
    answers: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.destroy()
      return true
    },
  })
  return {
    port,
    tlsPort,
    certificate: at('cert.pem'),
    mails: async () =>
      Promise.all((await readdir(at('mail/new'))).map((name) => readFile(at(`mail/new/${name}`), 'latin1'))),
    log: () => readFile(at('main.log'), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await exim[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, port: number, tlsPort: number): string {
  return `
primary_hostname = localhost
keep_environment =
exim_user = Debian-exim
exim_group = Debian-exim
deliver_drop_privilege = true
never_users =
spool_directory = ${folder}/spool
log_file_path = ${folder}/%s.log
pid_file_path = ${folder}/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port} : ${tlsPort}
tls_on_connect_ports = ${tlsPort}
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if def:tls_in_cipher {*}}
acl_smtp_rcpt = recipients
begin acl
recipients:
  accept authenticated = *
  deny message = Log in first
begin routers
mailbox:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  user = Debian-exim
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${LOG_IN.user}}}{eq{$auth3}{${LOG_IN.password}}}}}
  server_set_id = $auth2
`
}
