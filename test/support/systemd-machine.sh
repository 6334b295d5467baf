#!/bin/sh
# Boots a systemd of its own on a copy of this machine's files that only it sees, and is gone with it. Takes root.
# $1: an empty folder for the copy; $2: a program to run there once systemd is up; $3: a folder that it finds at /given.
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
root=$1/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$root"
mkdir -p "$root/given" "$root/old"
mount --bind "$3" "$root/given"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup" -o mode=755
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/dev" -o mode=755
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
touch "$root/dev/console"

# Nothing of the machine's own is started: only the journal, and what the program has installed.
units=$root/etc/systemd/system
rm -rf "$root"/lib/systemd/system/*.target.wants "$units"/*.wants "$root/usr/sbin/policy-rc.d"
rm -rf "$root/var/lib/confab" "$root/etc/confab" "$units"/confab.service
cat > "$units/program.service" << EOF
[Unit]
DefaultDependencies=no
Requires=systemd-journald.socket
After=systemd-journald.socket
# The machine ends with it, by its exit code.
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
ExecStart=$2
StandardOutput=file:/given/output
StandardError=inherit
EOF

cd "$root"
pivot_root . old
cd /
umount -l /old
# As at any boot: what systemd mounts for a service in a process of its own, such as credentials, is to be seen here.
mount --make-rshared /
exec env -i container=confab-test PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin \
  /lib/systemd/systemd --system --unit=program.service --log-target=journal --show-status=no
