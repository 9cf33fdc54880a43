"""Two workers that move towers, one of them <slowly>: recorded by py-spy as a picture."""

import threading


def move(height, a=0, b=1, c=2):
    if height:
        move(height - 1, a, c, b)
        move(height - 1, c, b, a)


def slowly(number):
    return sum(map(lambda n: n % 7, range(number)))


def work():
    for _ in range(60):
        move(15)
        slowly(200_000)


threads = [threading.Thread(target=work, name=f"mover <{n}>") for n in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
