import { FAILOVER_PROOFS } from './failover-proofs.ts'

interface Run {
  /** The commands directly below this heading of the manual … */
  heading: string
  /** … are read from it and run by these files, each of which names the heading. */
  by: readonly string[]
}

/** Who runs the commands of the manual. A test compares this with the manual and with the files. */
export const MANUAL_RUNS: readonly Run[] = [
  { heading: '## As a Debian package', by: ['scripts/package/installed-package.test.ts'] },
  { heading: '## A PostgreSQL of your own', by: ['server/operator/manual-commands.test.ts'] },
  { heading: '## nginx', by: ['scripts/package/installed-package.test.ts'] },
  { heading: '## Caddy', by: ['scripts/package/installed-package.test.ts'] },
  { heading: '## The command line', by: ['server/operator/manual-commands.test.ts'] },
  { heading: '## Backup', by: ['server/operator/manual-commands.test.ts'] },
  { heading: '## Restore, and the drill', by: ['server/operator/manual-commands.test.ts'] },
  { heading: '## On a new machine', by: ['scripts/package/installed-trials.ts'] },
  { heading: '# Keys', by: ['server/operator/own-installation.test.ts'] },
  { heading: '## Upgrade', by: ['server/operator/manual-commands.test.ts'] },
  {
    heading: '## Going back',
    by: ['server/operator/manual-commands.test.ts', 'scripts/package/installed-package.test.ts'],
  },
  { heading: '## Prometheus and Grafana', by: ['server/operator/manual-commands.test.ts'] },
  { heading: '## The log', by: ['server/operator/manual-commands.test.ts'] },
  { heading: '## Locked out', by: ['server/operator/own-installation.test.ts'] },
  { heading: '# When something is wrong', by: ['server/operator/own-installation.test.ts'] },
]

/** Commands that no test types as they stand, and what proves them instead. */
export const NOT_TYPED: Readonly<Record<string, string>> = {
  ...FAILOVER_PROOFS,
  'docker compose up --build --detach --wait':
    'needs a daemon; container-files.test.ts reads Dockerfile and compose.yaml',
  'docker compose logs app | grep einrichtung | tail -n 1':
    'as above; the same line of the log is read by the drill `package`',
  'docker compose exec app node server/operator/main.ts doctor':
    'as above; manual-commands.test.ts calls the same file',
  'docker compose cp app:/var/backups/schulhof ./sicherungen': 'as above',
  'sudo certbot certonly --standalone --domain NAME --pre-hook "systemctl stop nginx" --post-hook "systemctl start nginx"':
    'needs a name and a machine that the internet reaches; the drill `package` makes a certificate of its own',
  'sudo apt-get install nginx certbot': 'as above; the drill has nginx from the start',
  'sudo certbot renew --dry-run': 'as above',
  'sudo apt-get install jq': 'changes this machine',
  'cd /srv/schulhof && sudo node scripts/setup.mjs --build':
    'every command of npm begins with the same script, in the test before it starts a server',
  'sudo useradd --system --home /var/lib/schulhof --shell /usr/sbin/nologin schulhof':
    'makes an account on this machine; the package makes the same one in the drill `package`',
  'sudo install -d -o schulhof -g schulhof -m 0700 /var/backups/schulhof': 'as above',
  'cat deploy/defaults.env deploy/debian/schulhof.env | sudo install -D -g schulhof -m 0640 /dev/stdin /etc/schulhof/schulhof.env':
    'as above',
  'sudo install -m 0644 deploy/systemd/schulhof@.service /etc/systemd/system/':
    'the unit is judged by systemd-analyze in deploy-files.test.ts and runs in the drill `package`',
  'sudo install -D -m 0644 deploy/systemd/checkout.conf /etc/systemd/system/schulhof@.service.d/checkout.conf':
    'compared with the unit in deploy-files.test.ts',
  'sudo systemctl enable --now schulhof@3000': 'the package does the same in the drill `package`',
  'sudo systemctl enable --now schulhof@3000 schulhof@3001': 'two-processes.test.ts runs two processes on one database',
  "sudo sed -i 's/# server 127.0.0.1:3001/server 127.0.0.1:3001/' /etc/nginx/conf.d/schulhof.conf":
    'nginx-process.ts makes the same change for the tests of two processes',
  'sudo nginx -t && sudo systemctl reload nginx': 'needs systemd; the tests start nginx with the same file',
  'curl --fail --retry 60 --retry-delay 2 --retry-connrefused http://127.0.0.1:3001/readyz':
    'the drill `package` runs the same line for the first process',
  'sudo /usr/lib/schulhof/deploy/rolling-restart.sh 3000 3001':
    'rolling-restart.test.ts runs the script with its own ports and a systemctl of its own',
}
