"""A Slurm of two nodes on this machine, for as long as the tests run: no set-up, no rights, nothing but the loopback."""

import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

CONFIGURATION = """
ClusterName=whet
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
SlurmdTimeout=10
KillWait=5
MinJobAge=300
SchedulerParameters=sched_interval=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool_%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd_%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd_%n.log
NodeName=n1 NodeHostName={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostName={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2 State=UNKNOWN
PartitionName=short Nodes=n1,n2 Default=YES MaxTime=01:00:00 State=UP OverSubscribe=FORCE:4
"""


def free_ports(count):
    """Ports that nobody listens on at present."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def program(name):
    """Where a daemon is; Debian's are where only the superuser's path leads."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


class Slurm:
    """The daemons, and what they are told."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = {}
        for name in ["state", "spool_n1", "spool_n2"]:
            (self.folder / name).mkdir()
        self.configuration = self.folder / "slurm.conf"
        self.configuration.write_text(
            CONFIGURATION.format(
                folder=self.folder, ports=free_ports(3), host=socket.gethostname().split(".")[0], user=getpass.getuser()
            )
        )
        self.environment = {**os.environ, "SLURM_CONF": str(self.configuration)}
        self.start("slurmctld", "-D")
        for node in ["n1", "n2"]:
            self.start("slurmd", "-D", "-N", node)
        self.wait_until_idle()

    def start(self, name, *arguments):
        """Starts a daemon; it is ended by its own number."""
        log = (self.folder / f"{'-'.join([name, *arguments])}.out").open("ab")
        self.daemons[(name, *arguments)] = subprocess.Popen(
            [program(name), *arguments], env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )

    def stop(self, name, *arguments, sign=signal.SIGKILL):
        """Ends a daemon."""
        daemon = self.daemons.pop((name, *arguments))
        daemon.send_signal(sign)
        daemon.wait(30)

    def ask(self, *words):
        """What one of Slurm's commands says."""
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=60).stdout

    def wait_until_idle(self, seconds=60):
        """Waits until both nodes take jobs."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.ask("sinfo", "--noheader", "--Node", "--format=%T").split() == ["idle", "idle"]:
                return
            time.sleep(0.2)
        raise AssertionError(self.ask("sinfo") + (self.folder / "slurmctld.log").read_text()[-2000:])

    def end(self):
        """Ends everything, jobs first."""
        self.ask("scancel", "--user", getpass.getuser())
        for daemon in reversed(list(self.daemons)):
            self.stop(*daemon, sign=signal.SIGTERM)
