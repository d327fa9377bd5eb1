const PACKAGES = 'installs packages; the drill `failover` runs what they contain'
const COPIED = 'copies a file; the drill `failover` starts everything from the same files'
const SERVICE = 'needs systemd; the drill `failover` starts the program itself'

/** Commands of docs/operations/failover.md, which need several machines, and what proves them instead. */
export const FAILOVER_PROOFS: Readonly<Record<string, string>> = {
  '/usr/lib/schulhof/deploy/ha/make-certificates.sh db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.13':
    'ha-files.test.ts runs the script, and the drill `failover` uses what it makes',
  'sudo apt-get install postgresql-15 patroni python3-idna etcd-server openssl': PACKAGES,
  'sudo apt-get install haproxy postgresql-client': PACKAGES,
  'sudo systemctl disable --now postgresql etcd': SERVICE,
  'sudo adduser --quiet etcd ssl-cert': 'the drill gives both programs an account that may read the key',
  'sudo install -d -m 0755 /etc/schulhof-ha': COPIED,
  'sudo install -m 0644 ca.crt /etc/schulhof-ha/ca.crt': COPIED,
  'sudo install -m 0644 db1.crt /etc/schulhof-ha/node.crt': COPIED,
  'sudo install -m 0640 -o root -g ssl-cert db1.key /etc/schulhof-ha/node.key': COPIED,
  'sudo install -m 0644 etcd.env /etc/default/etcd': COPIED,
  'sudo install -m 0644 patroni.yml /etc/patroni/config.yml': COPIED,
  'sudo install -m 0640 -o root -g postgres patroni.env /etc/patroni_env.conf': COPIED,
  'sudo install -m 0644 haproxy.cfg /etc/haproxy/haproxy.cfg': COPIED,
  'sudo systemctl enable --now etcd': SERVICE,
  'sudo systemctl enable --now patroni': SERVICE,
  'sudo systemctl restart haproxy': SERVICE,
  "PGSSLROOTCERT=/etc/schulhof-ha/ca.crt OWNER_PASSWORD=… APP_PASSWORD=… psql --dbname 'host=127.0.0.1 port=5000 user=postgres dbname=postgres sslmode=verify-full' --file /usr/lib/schulhof/deploy/postgres/roles.sql":
    'the drill `failover` runs psql with the same words and its own port',
  'sudo -u postgres patronictl -c /etc/patroni/config.yml list':
    'the drill `failover` reads the same list from Patroni itself',
  'sudo -u postgres patronictl -c /etc/patroni/config.yml switchover':
    'the drill `failover` runs it, with --force instead of an answer',
  'sudo -u postgres patronictl -c /etc/patroni/config.yml reinit schulhof db2':
    'not run; Patroni copies a machine anew by itself in the drill `failover`',
}
