#!/bin/sh
# What test/install.test.ts tries on a machine that systemd runs: an installation from its first to its last day.
set -eu
exec 2>&1
port=$(cat /given/port)

said() { echo "WRONG: $*"; systemctl status confab --no-pager || true; journalctl --no-pager --lines 20 || true; exit 1; }
pid() { systemctl show --property MainPID --value confab; }
restarts() { systemctl show --property NRestarts --value confab; }

echo '== installed'
printf 'hush-hush-hush-hush' > /root/token
/given/confab install --port "$port" --metrics-token-file /root/token > /given/first
cat /given/first
grep -q "runs as confab.service, at http://127.0.0.1:$port" /given/first || said 'no address'
grep -q "  http://127.0.0.1:$port/setup/" /given/first || said 'no link'
[ "$(stat -c '%U %a' /var/lib/confab)" = 'confab 700' ] || said 'whose data?'
systemctl is-enabled confab
systemctl show --property StatusText confab | grep -q "serves at http://127.0.0.1:$port" || said 'no status'
confab health --data /var/lib/confab || said 'not healthy'
journalctl --sync
! journalctl --no-pager | grep -q /setup/ || said 'the link is in the log'
# The secret is where it belongs, and nowhere else.
asked() {
  bash -c "exec 3<> /dev/tcp/127.0.0.1/$port; printf 'GET /metrics HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n$1\\r\\n' >&3; head -n 1 <&3"
}
asked '' | grep -q ' 401 ' || said 'metrics for everybody'
asked 'authorization: Bearer hush-hush-hush-hush\r\n' | grep -q ' 200 ' || said 'the credential is not known'
! grep -q hush /proc/"$(pid)"/cmdline /proc/"$(pid)"/environ || said 'the secret can be seen'
! grep -rq hush /var/lib/confab /etc/systemd /given/first || said 'the secret lies about'
! journalctl --no-pager | grep -q hush || said 'the secret is in the log'
confab organization create --data /var/lib/confab --name Acme --owner-email o@x.io --owner-name O > /dev/null

echo '== again'
before=$(pid)
/given/confab install > /given/again
grep -q 'installed like this already' /given/again || said 'it did something'
! grep -q /setup/ /given/again || said 'a link for what has an organization'
[ "$(pid)" = "$before" ] || said 'it was started anew'

echo '== stuck'
mkdir -p /run/systemd/system/confab.service.d
printf '[Service]\nWatchdogSec=2\n' > /run/systemd/system/confab.service.d/sooner.conf
systemctl daemon-reload
systemctl restart confab
kill -STOP "$(pid)"
until [ "$(restarts)" -ge 1 ] && systemctl is-active --quiet confab; do sleep 0.2; done
rm -r /run/systemd/system/confab.service.d
systemctl daemon-reload
confab user list --data /var/lib/confab | grep -q o@x.io || said 'nobody is there'

echo '== upgraded from something older'
rm /usr/local/bin/confab
printf '#!/bin/sh\necho 0.0.1\n' > /usr/local/bin/confab
chmod 755 /usr/local/bin/confab
/given/confab install | tee /given/upgraded
grep -q '^Replace /usr/local/bin/confab' /given/upgraded || said 'no upgrade'
confab health --data /var/lib/confab || said 'not healthy'

echo '== an upgrade that can not start'
before=$(sha256sum /usr/local/bin/confab)
sed -i 's/^Description=.*/Description=The one before/' /etc/systemd/system/confab.service
mkdir -p /etc/systemd/system/confab.service.d
# Nothing starts by the new one.
printf '[Service]\nExecStartPre=grep -q "The one before" /etc/systemd/system/confab.service\n' > /etc/systemd/system/confab.service.d/fails.conf
systemctl daemon-reload
! /given/confab install > /given/failed 2>&1 || said 'it worked'
cat /given/failed
grep -q 'All is as it was before' /given/failed || said 'nothing undone'
confab health --data /var/lib/confab || said 'the one before does not run'
grep -q '^Description=The one before' /etc/systemd/system/confab.service || said 'not the unit from before'
[ "$(sha256sum /usr/local/bin/confab)" = "$before" ] || said 'not the executable from before'
rm -r /etc/systemd/system/confab.service.d

echo '== saved and put back by root'
theirs() { [ -z "$(find "$@" ! -user confab)" ] || said "not confab's: $(find "$@" ! -user confab)"; }
confab backup create --data /var/lib/confab --backups /srv/backups
theirs /var/lib/confab /srv/backups
confab backup restore --backups /srv/backups --to /srv/restored | grep -q 'confab install --data /srv/restored' || said 'how to switch?'
confab install --data /srv/restored | grep -q '^Give /srv/restored' || said 'whose is it?'
theirs /srv/restored
confab health --data /srv/restored || said 'not healthy'
systemctl stop confab
confab user create --data /srv/restored --email m@x.io --name M > /dev/null
theirs /srv/restored
systemctl start confab
confab user list --data /srv/restored | grep -q m@x.io || said 'nobody is there'

echo '== uninstalled'
confab uninstall
! systemctl is-active confab || said 'still there'
[ -e /srv/restored/organizations ] || said 'no data'
[ ! -e /usr/local/bin/confab ] || said 'still an executable'
echo 'The day is over'
